"""Why a patch was written, what came of it and why, and what people said of it."""

from collections.abc import Hashable, Iterator, Sequence

from saddle_engine.patches import Patch
from saddle_engine.types.money import dollars
from saddle_engine.types.patch import Evidence
from saddle_tui.keymap import key_of
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.view import View
from saddle_tui.widgets.evaluated import no_search
from saddle_tui.widgets.fate import sign
from saddle_tui.widgets.outcome import buckets_lines, learned, remarks, worth
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.patch import word_of
from saddle_tui.widgets.patched import operators
from saddle_tui.widgets.reasons import flips
from saddle_tui.widgets.verdict import batch_scores, dev_scores, verdict
from saddle_tui.widgets.words import MUTED, labelled, not_yet, sentence

HERE = "▸ "
"""Before the evidence that Enter opens."""


def title(view: View) -> SafeText:
    """Of which patch, and how it ended."""
    if view.patch is None:
        return clean("Evidence")
    patch, cited = view.state.patches[view.patch], cited_by(view)
    opens = f"  {key_of('open_evidence')} opens {cited[0].rollout}" if len(cited) == 1 else ""
    if len(cited) > 1:
        opens = f"  {at(view) + 1} of {len(cited)}: {key_of('open_evidence')} opens it"
    return clean(f"Evidence  {view.patch}  {sign(patch).glyph} {word_of(patch)}{opens}")


def key(view: View) -> Hashable:
    """Changes with everything that this pane shows."""
    said = len(view.state.wishes.comments.get(view.patch, ())) if view.patch else 0
    counts = view.tally.changes, view.recent.shape, said, len(view.state.interventions)
    return view.patch, view.patch_text, counts, at(view), view.triage, view.status


def cited_by(view: View) -> Sequence[Evidence]:
    """Places in transcripts that the patch that is looked at was written for."""
    text = view.patch_text
    if text is None or text.patch != view.patch or text.proposal is None:
        return ()
    return text.proposal.evidence


def at(view: View) -> int:
    """Which of them is looked at, from 0."""
    return min(view.lens.tab.get("evidence", 0), max(len(cited_by(view)) - 1, 0))


def evidence(view: View, width: int, rows: int) -> list[Line]:
    """At most `rows` lines; ask for more to read on."""
    if view.state.evaluation:
        return no_search(width)
    if view.patch is None:
        hope = "no patch yet: diagnosis writes one after a mini-batch"
        return sentence(not_yet(view, hope), width)
    lines: list[Line] = []
    for line in _lines(view, view.state.patches[view.patch], width):
        lines.append(line)
        if len(lines) >= rows:
            break
    return lines


def place_of_evidence(view: View, width: int) -> int:
    """The line where the evidence that is looked at begins."""
    if view.patch is None:
        return 0
    before = [*_came_of_it(view, view.state.patches[view.patch], width), *_causes(view, width)]
    return len(before) + sum(len(_cited(view, number, width)) for number in range(at(view)))


def _lines(view: View, patch: Patch, width: int) -> Iterator[Line]:
    yield from _came_of_it(view, patch, width)
    yield from _causes(view, width)
    for number in range(len(cited_by(view))):
        yield from _cited(view, number, width)
    yield from _doubts(view, width)
    yield from learned(view, patch, width)
    yield from operators(view, patch, width)
    yield from remarks(view, patch, width)
    for said in view.triage.comments.get(patch.proposed.patch, ()):
        yield from labelled("comment", said, width, 6)


def _came_of_it(view: View, patch: Patch, width: int) -> Iterator[Line]:
    """The verdict first, then the numbers behind it."""
    proposed, simulated = patch.proposed, " (simulated)" if view.simulated else ""
    yield from sentence(proposed.title, width, "bold")
    yield from labelled("verdict", f"{verdict(view, patch)}{simulated}", width, 6)
    if scores := batch_scores(view, patch):
        yield from labelled("batch", f"{scores}{simulated}", width, 3)
    shadow = patch.shadow
    if (buckets := patch.buckets or (shadow.buckets if shadow else None)) is not None:
        yield from buckets_lines(buckets, width)
    for number, said in enumerate(dev_scores(view, patch)):
        yield from labelled("" if number else "dev", f"{said}{simulated}", width, 3)
    if shadow is not None:
        yield from labelled("shadow", f"{worth(shadow)}{simulated}", width, 2)
    if view.patch_text is not None and view.patch_text.proposal is not None:
        yield from flips(patch, view.patch_text.proposal, width)
    yield from labelled("cost", _cost(view, patch), width, 2)
    kind = f"{proposed.layer} / {proposed.subtype.replace('_', ' ')} / {proposed.patch_class}"
    of = f"on {' + '.join(proposed.parents)}, iteration {proposed.iteration}"
    yield from labelled("kind", f"{kind}, {of}", width, 2)


def _cost(view: View, patch: Patch) -> str:
    tree, tally = patch.proposed.tree, view.tally
    count = tally.finished.get(tree, 0) if tree else 0
    if tree is None or not count:
        return "no rollout of it has ended"
    cost = tally.cost.get(tree, 0)
    rollouts = f"{count} {'rollout' if count == 1 else 'rollouts'}"
    free = " (a simulated model is free)" if not cost and view.simulated else ""
    return f"{dollars(cost)}, {tally.tokens.get(tree, 0):,} tokens, {rollouts}{free}"


def _causes(view: View, width: int) -> Iterator[Line]:
    text = view.patch_text
    if text is None or text.patch != view.patch:
        yield from sentence(f"reading {view.patch} ...", width)
    elif text.trouble is not None or text.proposal is None:
        said = text.trouble or "its proposal cannot be read"
        yield from labelled("cause", said, width, 3, "$text-error")
    else:
        for number, cause in enumerate(text.proposal.causes):
            yield from labelled("or" if number else "cause", cause, width, 6)


def _cited(view: View, number: int, width: int) -> list[Line]:
    each, here = cited_by(view)[number], number == at(view)
    steps = f"step {each.first_step}"
    if each.last_step > each.first_step:
        steps = f"steps {each.first_step} to {each.last_step}"
    said = f"{HERE if here else '  '}{each.rollout}, {steps}{f': {each.note}' if each.note else ''}"
    return labelled("" if number else "evidence", said, width, 3, "bold" if here else "")


def _doubts(view: View, width: int) -> Iterator[Line]:
    text = view.patch_text
    if text is None or text.patch != view.patch or text.proposal is None:
        return
    for number, cause in enumerate(text.proposal.rejected):
        yield from labelled("" if number else "rejected", cause, width, 4, MUTED)
    yield from labelled("risk", text.proposal.risk or "none named", width, 4)
