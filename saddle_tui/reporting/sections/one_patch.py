"""One patch: why it was written, on which evidence, what it changes, and what came of it."""

from collections.abc import Iterator, Mapping

from saddle_engine.patches import Patch
from saddle_engine.state import RunState
from saddle_engine.types.patch import Evidence, PatchStatus, Proposal
from saddle_engine.types.steering import Buckets
from saddle_tui.reporting.document import (
    Block,
    Cell,
    Diff,
    Foreign,
    Terms,
    Text,
    says,
    warning,
)
from saddle_tui.reporting.facts.spending import IterationCost
from saddle_tui.reporting.words import dollars, kind, many, short
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.trace.hunks import Hunk
from saddle_tui.trace.patch_text import PatchText
from saddle_tui.triage.facts import verdict
from saddle_tui.triage.flips import flips

Costs = Mapping[int, IterationCost]
"""By iteration."""
MOST_LINES = 160
"""Of a patch's diff."""
MOST_LETTERS = 400
"""Of a line of it."""
CAUSE_LETTERS = 1_200
MOST_NAMES = 30


def one_patch(state: RunState, patch: Patch, text: PatchText, costs: Costs) -> Iterator[Block]:
    """Everything below its heading."""
    said = verdict(patch, state)
    yield says(Foreign(f"{said[:1].upper()}{said[1:].rstrip('.')}."))
    if text.trouble is not None:
        yield warning("What it changes and why cannot be read: ", Foreign(text.trouble))
    yield Terms(
        [*_terms(patch, text.proposal), *_outcome(patch, text.proposal), *_cost(patch, costs)]
    )
    for comment in state.wishes.comments.get(patch.proposed.patch, []):
        yield says("Remark by ", Foreign(comment.by), ": ", Foreign(comment.text))
    if text.hunks:
        yield _diff(text)


def _terms(patch: Patch, proposal: Proposal | None) -> Iterator[tuple[str, Cell]]:
    proposed = patch.proposed
    yield "kind", f"{kind(proposed.subtype)}: {proposed.patch_class}, {proposed.layer}"
    yield "made for", " + ".join(proposed.parents)
    if proposed.by:
        yield "written by", Foreign(proposed.by)
    if proposed.edit_of:
        yield "edit of", proposed.edit_of
    if proposal is None:
        return
    for cause in proposal.causes[:3]:
        yield "cause", Foreign(cause[:CAUSE_LETTERS])
    for each in proposal.rejected[:3]:
        yield "ruled out", Foreign(each[:CAUSE_LETTERS])
    for evidence in proposal.evidence[:8]:
        yield "evidence", _evidence(evidence)
    if proposal.expected_flips:
        yield "expected to pass", _names(proposal.expected_flips)
    if proposal.risk.strip():
        yield "risk", Foreign(proposal.risk[:CAUSE_LETTERS])


def _evidence(found: Evidence) -> Text:
    one = found.first_step == found.last_step
    steps = f"step {found.first_step}" if one else f"steps {found.first_step} to {found.last_step}"
    return Foreign(found.rollout), f", {steps}: ", Foreign(found.note or "see the trace")


def _outcome(patch: Patch, proposal: Proposal | None) -> Iterator[tuple[str, Cell]]:
    if patch.buckets:
        yield from _buckets(patch.buckets)
    if proposal is not None and (found := flips(proposal, patch.buckets)):
        yield "predicted", Foreign(found.sentence)


def _buckets(buckets: Buckets) -> Iterator[tuple[str, Cell]]:
    for name, tasks in buckets:
        if tasks:
            yield f"{kind(name)} ({len(tasks)})", _names(tasks)


def _cost(patch: Patch, costs: Costs) -> Iterator[tuple[str, Cell]]:
    """Of its iteration, and of the one that took it up; of a version that was edited nothing."""
    iterations = {patch.proposed.iteration, patch.iteration}
    own = [costs[each] for each in iterations if each in costs]
    if own and patch.status is not PatchStatus.SUPERSEDED:
        spent, tokens = sum(each.usd for each in own), sum(each.tokens for each in own)
        yield "cost of its iteration", f"{dollars(spent)} USD, {short(tokens)} tokens"


def _names(tasks: tuple[str, ...]) -> Text:
    shown = tasks[:MOST_NAMES]
    names = tuple(
        piece
        for at, task in enumerate(shown)
        for piece in ((", ",) if at else ()) + (Foreign(task),)
    )
    return names + ((f" and {len(tasks) - MOST_NAMES} more",) if len(tasks) > MOST_NAMES else ())


def _diff(text: PatchText) -> Diff:
    """Its first lines; whole hunks as far as they go."""
    shown, room = [], MOST_LINES
    total = sum(len(hunk.rows) for hunk in text.hunks) + text.left_out
    for hunk in text.hunks:
        if room <= 0:
            break
        rows = [row._replace(text=_short(row.text)) for row in hunk.rows[:room]]
        shown.append(Hunk(hunk.path, hunk.notes, hunk.context, rows))
        room -= len(rows)
    kept = sum(len(hunk.rows) for hunk in shown)
    return Diff(
        shown,
        f"{many(total - kept, 'more line')} of this diff are left out." if total > kept else "",
    )


def _short(text: SafeText) -> SafeText:
    return text if len(text) <= MOST_LETTERS else clean(f"{text[:MOST_LETTERS]} …")
