"""Where a patch first acts: the parent's and the child's rollout of one task, opened where they part."""

from collections.abc import Hashable, Iterator, Sequence
from itertools import groupby

from saddle_engine.state import Rollout
from saddle_engine.types.base import PatchId, RolloutId
from saddle_engine.types.money import usd
from saddle_engine.types.patch import PatchStatus
from saddle_tui.attempt import sign_of
from saddle_tui.keymap import key_of
from saddle_tui.pairs import Pair, of_seed, pairs, parting_of, shown_pair
from saddle_tui.parted import sentences
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import fit
from saddle_tui.trace.parting import Parting
from saddle_tui.trace.twins import Twin
from saddle_tui.view import View
from saddle_tui.widgets import sides
from saddle_tui.widgets.pane import Line, Span
from saddle_tui.widgets.words import MUTED, not_yet, sentence

GLYPHS = {"fixed": "✓", "broke": "✗"}
EDGE = 2
"""Lines that stand on either side of equal ones that are folded."""
PROMPT_ROWS = 6
"""Of a line of a prompt, or of what a tool says of itself."""
NOBODY = RolloutId("")
OPEN = "difference"
"""In `Lens.unfolded`: the steps that both share have their own lines."""


def title(view: View) -> SafeText:
    """Which task, what came of it, and how many more there are."""
    all_ = pairs(view)
    pair = shown_pair(view, all_)
    if pair is None:
        return clean("First difference")
    mark = "  simulated" if view.simulated else ""
    place = f"  {all_.index(pair) + 1}/{len(all_)}" if len(all_) > 1 else ""
    glyph = GLYPHS.get(pair.bucket, "·")
    names = " -> ".join(pair.names)
    return clean(
        f"First difference  {names}  {pair.split} {pair.task}  {glyph} {pair.bucket}{place}{mark}"
    )


def key(view: View) -> Hashable:
    """Changes with everything that this pane shows."""
    pair = shown_pair(view, pairs(view))
    if pair is None:
        return view.patch, view.status, view.node, view.lens.against
    steps = [view.state.rollouts[each].steps for each in (pair.before, pair.after) if each]
    return pair, tuple(steps), view.shelf.version, view.lens.unfolded, view.engine.alive


def difference(view: View, width: int, rows: int) -> list[Line]:
    """At most `rows` lines; ask for more to read on."""
    pair = shown_pair(view, pairs(view))
    lines: list[Line] = []
    for line in _nothing(view, width) if pair is None else _pair(view, pair, width):
        lines.append(line)
        if len(lines) >= rows:
            break
    return lines


def _nothing(view: View, width: int) -> Iterator[Line]:
    if ":" in view.lens.against:
        said = f"{view.lens.against} is of another run: its recordings are not read here"
    elif view.lens.against or view.state.evaluation:
        said = "the two have no task in common yet"
    elif of_seed(view):
        said = (
            f"{view.selected} is the seed: it has no parent; {key_of('compare')} compares two nodes"
        )
    elif view.patch is None:
        said = not_yet(view, "no patch yet: there are two sides to compare once there is one")
    else:
        said = _not_run(view, view.patch)
    yield from sentence(said, width)


def _not_run(view: View, patch: PatchId) -> str:
    match view.state.patches[patch].status:
        case PatchStatus.REFUSED:
            return f"{patch} was refused: it has run no task"
        case PatchStatus.HELD:
            return f"{patch} waits for you: it runs its mini-batch when it is approved"
        case _:
            return f"{patch} has run no task that its parent has run"


def _pair(view: View, pair: Pair, width: int) -> Iterator[Line]:
    was, now = (view.state.rollouts.get(each or NOBODY) for each in (pair.before, pair.after))
    yield from _heads(view, pair, (was, now), width)
    if was is None or now is None:
        yield from sentence(_missing(view, pair), width)
        return
    parting = parting_of(view, pair)
    if parting is None:
        yield from sentence(f"reading {pair.before} and {pair.after} ...", width)
        return
    yield from _parting(view, pair, parting, width)


def _missing(view: View, pair: Pair) -> str:
    patch = view.state.patches.get(PatchId(pair.names[1]))
    if patch is not None and patch.status is PatchStatus.HELD:
        return f"{pair.names[1]} waits for you: it runs this task when it is approved"
    return f"{pair.names[1] or 'the other side'} has not run this task"


def _heads(view: View, pair: Pair, both: Sequence[Rollout | None], width: int) -> Iterator[Line]:
    """Who they are, and how each ended."""
    left, right = (_head(view, name, each) for name, each in zip(pair.names, both, strict=True))
    yield from sides.heads(left, right, width)


def _head(view: View, name: str, rollout: Rollout | None) -> list[Span]:
    if rollout is None:
        return [(clean("· wait  "), MUTED), (clean(name), "bold")]
    sign = sign_of(view, rollout)
    result, steps = rollout.result, rollout.steps
    facts = [name, rollout.order.rollout]
    if result is not None:
        steps = result.steps
        facts += ["no score" if result.score is None else f"score {result.score:.2f}"]
    facts += [f"{steps} {'step' if steps == 1 else 'steps'}"]
    cost = rollout.cost if result is None else result.cost
    facts += [f"${usd(cost):.4f}"] if cost else []
    facts += [f"try {rollout.tries}"] if rollout.tries > 1 else []
    facts += [result.reason] if result is not None and result.reason else []
    return [(clean(f"{sign.glyph} {sign.word:<6}"), sign.style), (clean("  ".join(facts)), "bold")]


def _parting(view: View, pair: Pair, parting: Parting, width: int) -> Iterator[Line]:
    if parting.trouble is not None:
        yield from sentence(parting.trouble, width, "$text-error")
        return
    for said, style in sentences(view, pair, parting):
        yield from sentence(said, width, style)
    for line in parting.seen.prompt:
        yield from sides.twin(line, width, PROMPT_ROWS)
    if any(parting.empty):
        return
    yield from _shared(view, parting, width)
    if parting.step is not None:
        yield from _step(view, parting, width)
    yield from _afterwards(parting, width)


def _shared(view: View, parting: Parting, width: int) -> Iterator[Line]:
    """In a line, or a line each."""
    count = len(parting.seen.shared)
    if not count:
        return
    if OPEN in view.lens.unfolded:
        yield from ([(fit(f"= {each}", width), MUTED)] for each in parting.seen.shared)
        return
    which = "step 1" if count == 1 else f"steps 1-{count}"
    said = f"= {which} equal: both do the same ({key_of('show_shared')} shows them)"
    yield [(fit(said, width), MUTED)]


def _step(view: View, parting: Parting, width: int) -> Iterator[Line]:
    yield _heading(f"step {parting.step}", width)
    for equal, run in groupby(parting.twins, key=lambda both: both.equal):
        lines = list(run)
        if equal and len(lines) > 2 * EDGE + 1 and OPEN not in view.lens.unfolded:
            folded = len(lines) - 2 * EDGE
            yield from _twins(lines[:EDGE], width)
            yield [(fit(f"= {folded} lines equal", width), MUTED)]
            yield from _twins(lines[-EDGE:], width)
        else:
            yield from _twins(lines, width)
    if not parting.twins:
        yield from sentence("neither says anything", width)


def _twins(lines: Sequence[Twin], width: int) -> Iterator[Line]:
    for both in lines:
        yield from sides.twin(both, width)


def _afterwards(parting: Parting, width: int) -> Iterator[Line]:
    """What each did next, and what the verifier said of it."""
    left, right = (_next(*side) for side in zip(parting.afterwards, parting.left_out, strict=True))
    if left or right:
        yield _heading("then", width)
        yield from sides.texts(left, right, width)
    if any(parting.verified):
        yield _heading("verifier", width)
        yield from sides.texts(*parting.verified, width)


def _next(gists: Sequence[SafeText], left_out: int) -> list[SafeText]:
    return [*gists, *([clean(f"{left_out} more steps")] if left_out else [])]


def _heading(text: str, width: int) -> Line:
    return [(fit(f"── {text} ──", width), "bold $text-muted")]
