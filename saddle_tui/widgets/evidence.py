"""Why a patch was written, what came of it and why, and what people said of it."""

from collections.abc import Hashable, Iterator, Sequence

from saddle_engine.patches import Patch
from saddle_engine.types.patch import Evidence, Proposal
from saddle_engine.types.steering import Buckets
from saddle_tui.simulated import simulated
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.triage.facts import verdict
from saddle_tui.triage.flips import flips
from saddle_tui.view import View
from saddle_tui.widgets.evaluated import no_search
from saddle_tui.widgets.fate import sign
from saddle_tui.widgets.measures import batch_scores, dev_scores
from saddle_tui.widgets.outcome import buckets_lines, learned, remarks, worth
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.patch import word_of
from saddle_tui.widgets.patch_cost import in_words, patch_cost
from saddle_tui.widgets.patched import operators
from saddle_tui.widgets.words import MUTED, labelled, not_yet, sentence

HERE = "▸ "
"""Before the evidence that Enter opens."""


def title(view: View) -> SafeText:
    """Of which patch, and how it ended."""
    if view.patch is None:
        return clean("Evidence")
    patch, cited = view.state.patches[view.patch], cited_by(view)
    place = f"  transcript {at(view) + 1} of {len(cited)}" if cited else ""
    return clean(f"Evidence  {view.patch}  {sign(patch).glyph} {word_of(patch)}{place}")


def key(view: View) -> Hashable:
    """Changes with everything that this pane shows."""
    said = len(view.state.wishes.comments.get(view.patch, ())) if view.patch else 0
    counts = view.tally.changes, view.recent.shape, said, len(view.state.interventions)
    shelf = view.shelf.version
    return view.patch, view.patch_text, counts, at(view), view.triage, view.status, shelf


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
    for by, text in view.triage.of(patch.proposed.patch).remarks:
        yield from labelled("comment", f"{by}: {text}", width, 6)


def _decided(view: View, patch: Patch, width: int) -> Iterator[Line]:
    """What was decided on it for the way home."""
    decision = view.triage.of(patch.proposed.patch)
    why = f": {decision.reason}" if decision.reason else ""
    if decision.place:
        place = f"{decision.place} of {len(view.triage.chosen)}"
        yield from labelled("chosen", f"{place}, by {decision.by}{why}", width, 3)
    elif decision.left:
        yield from labelled("left out", f"by {decision.by}{why}", width, 3)
    if decision.edit is not None:
        said = f"taken in the version of {decision.edit.by}, which nobody has run"
        yield from labelled("version", said, width, 2)


def _came_of_it(view: View, patch: Patch, width: int) -> Iterator[Line]:
    """The verdict first, then the numbers behind it."""
    proposed, mark = patch.proposed, simulated(view.state)
    yield from sentence(proposed.title, width, "bold")
    yield from _decided(view, patch, width)
    yield from labelled("verdict", verdict(patch, view.state), width, 6)
    if scores := batch_scores(view, patch):
        yield from labelled("batch", f"{scores}{mark}", width, 3)
    shadow = patch.shadow
    if (buckets := patch.buckets or (shadow.buckets if shadow else None)) is not None:
        yield from buckets_lines(buckets, width)
    for number, said in enumerate(dev_scores(view, patch)):
        yield from labelled("" if number else "dev", f"{said}{mark}", width, 3)
    if shadow is not None:
        yield from labelled("shadow", f"{worth(shadow)}{mark}", width, 2)
    if view.patch_text is not None and view.patch_text.proposal is not None:
        yield from _flips(view.patch_text.proposal, buckets, width)
    cost = in_words(patch_cost(view, patch), simulated=view.simulated)
    yield from labelled("cost", cost, width, 2)
    kind = f"{proposed.layer} / {proposed.subtype.replace('_', ' ')} / {proposed.patch_class}"
    of = f"on {' + '.join(proposed.parents)}, iteration {proposed.iteration}"
    yield from labelled("kind", f"{kind}, {of}", width, 2)


def _flips(proposal: Proposal, buckets: Buckets | None, width: int) -> Iterator[Line]:
    """What was predicted, beside what came true."""
    expected = ", ".join(proposal.expected_flips) or "no task"
    yield from labelled("predicts", f"{expected} to pass", width, 3)
    if (found := flips(proposal, buckets)) is not None and found.predicted:
        style = "$text-warning" if found.missed else "$text-success"
        yield from labelled("observed", found.sentence, width, 3, style)


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
