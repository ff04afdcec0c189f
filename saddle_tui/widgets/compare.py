"""Two nodes side by side, on the tasks that both have run."""

from collections.abc import Hashable, Sequence

from saddle_engine.types.money import dollars
from saddle_engine.types.rollout import RolloutResult
from saddle_tui.comparing.sides import Side, sides
from saddle_tui.comparing.tasks import SPLITS, Common, Pair, common, pairs, passes, score
from saddle_tui.drawing.kept import kept
from saddle_tui.text.glyphs import DONE, LEFT, WRONG
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import fit, pad
from saddle_tui.view import View
from saddle_tui.widgets.evaluated import NO_SEARCH
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.words import MUTED, labelled, sentence

SIGNS = {"fixed": DONE, "broke": WRONG, "same": LEFT}
LEAST_TASKS = 4
"""Lines that tasks have at least; what stands above them gives way."""
OUTCOME_CELLS = 12


def title(view: View) -> SafeText:
    """Which two."""
    found = sides(view)
    if isinstance(found, str):
        return clean("Compare")
    mark = "  simulated" if view.simulated else ""
    return clean(f"Compare  {found[0].name} with {found[1].name}{mark}")


def key(view: View) -> Hashable:
    """Changes whenever the comparison does."""
    lens, looked_at = view.lens, (view.lens.against, view.node, view.lens.task, view.lens.marked)
    return view.recent.shape, view.tally.changes, view.others.version, looked_at, lens.room


def order(view: View) -> Sequence[str]:
    """Ids of tasks as they are listed."""
    found = sides(view)
    return [] if isinstance(found, str) else [pair.task for pair in _pairs(view, *found)]


def compare(view: View, width: int, rows: int) -> list[Line]:
    """Both sides over all their common tasks, then task by task."""
    if view.state.evaluation:
        return sentence(NO_SEARCH, width)
    found = sides(view)
    if isinstance(found, str):
        return sentence(found, width)
    all_ = _pairs(view, *found)
    head = _head(*found, all_, width)
    if not all_:
        return [*head, *sentence("no task has a score by both of them", width)][:rows]
    room = max(rows - len(head) - 1, min(LEAST_TASKS, rows))
    head = head[: max(rows - room - 1, 0)]
    shown = _window(all_, view.lens.task, room)
    return [*head, _names(*found, width), *(_line(view, pair, width) for pair in shown)][:rows]


def _pairs(view: View, first: Side, second: Side) -> list[Pair]:
    stamp = view.tally.changes, view.others.version
    return kept(
        view.recent,
        ("compare", first.name, second.name, stamp),
        lambda: pairs(first, second),
    )


def _head(first: Side, second: Side, all_: Sequence[Pair], width: int) -> list[Line]:
    lines: list[Line] = []
    for split in SPLITS:
        if (found := common(split, all_)) is not None:
            lines += _split(found, width)
    if (one := first.state.run) and (two := second.state.run) and one.benchmark != two.benchmark:
        said = "the two runs have other tasks: those of one name may differ"
        lines += labelled("beware", said, width, 2, "$text-warning")
    return [*lines, *_costs(first, second, width)]


def _split(found: Common, width: int) -> list[Line]:
    one, two = (
        f"{found.passed[at]}/{found.attempts[at]} {interval.low:.2f}-{interval.high:.2f}"
        for at, interval in enumerate(found.intervals)
    )
    low, high = found.paired.interval
    gain = f"{found.paired.difference:+.3f} ({low:+.2f} to {high:+.2f})"
    tasks = f"{found.tasks} {'task' if found.tasks == 1 else 'tasks'}"
    better, worse, same = found.paired.better, found.paired.worse, found.paired.same
    lines = labelled(found.split, f"{tasks}: passes {one}, {two}; difference {gain}", width, 2)
    chance = f"chance alone does that much in {found.paired.p:.0%}"
    lines += labelled(
        "", f"✓ {better} fixed  ✗ {worse} broke  {same} same; {chance} (sign test)", width, 2, MUTED
    )
    if any(abs(found.means[at] - found.shares[at]) > 0.0005 for at in (0, 1)):
        lines += labelled("", f"mean score {found.means[0]:.3f}, {found.means[1]:.3f}", width, 1)
    return lines


def _costs(first: Side, second: Side, width: int) -> list[Line]:
    return labelled("cost", f"{_cost(first)}; {_cost(second)}", width, 2)


def _cost(side: Side) -> str:
    tree, tally = side.node.tree, side.tally
    count = tally.finished.get(tree, 0)
    if not count:
        return f"{side.name} has no rollout"
    each, tokens = tally.cost.get(tree, 0) // count, tally.tokens.get(tree, 0) // count
    return f"{side.name} {dollars(each)} and {tokens:,} tokens a rollout, {count} rollouts"


def _names(first: Side, second: Side, width: int) -> Line:
    cells = _task_cells(width)
    head = f"{'':<8}{'split':<6}{pad('task', cells)}"
    return [
        (
            fit(f"{head}{pad(first.name, OUTCOME_CELLS)}{fit(second.name, OUTCOME_CELLS)}", width),
            MUTED,
        )
    ]


def _task_cells(width: int) -> int:
    return max(width - 14 - 2 * OUTCOME_CELLS, 8)


def _window(all_: Sequence[Pair], task: str, rows: int) -> Sequence[Pair]:
    at = next((at for at, pair in enumerate(all_) if pair.task == task), 0)
    first = min(max(at - rows // 2, 0), max(len(all_) - rows, 0))
    return all_[first : first + rows]


def _line(view: View, pair: Pair, width: int) -> Line:
    sign, chosen = SIGNS[pair.change], pair.task == view.lens.task
    said = f"{'›' if chosen else ' '}{pair.split:<6}{pad(pair.task, _task_cells(width) - 1)} "
    before, after = _outcome(pair.before), _outcome(pair.after)
    said += f"{before:<{OUTCOME_CELLS}}{after:<{OUTCOME_CELLS}}"
    style = "bold" if chosen else MUTED if sign is LEFT else ""
    return [(clean(f"{sign.glyph} {pair.change:<5}"), sign.style), (fit(said, width - 7), style)]


def _outcome(results: Sequence[RolloutResult]) -> str:
    if len(results) == 1:
        (only,) = results
        word = OUTCOME_WORDS.get(only.outcome.value, only.outcome.value)
        mean = score(results)
        return word if mean in {0.0, 1.0} else f"{word} {mean:.2f}"
    return f"{passes(results)} of {len(results)}"


OUTCOME_WORDS = {"passed": "✓ pass", "failed": "✗ fail", "timed_out": "✗ time"}
