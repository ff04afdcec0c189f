"""What the commits of chosen patches say."""

from collections.abc import Iterator

from saddle_engine.harness.lineage import Step
from saddle_runs.decisions import Decisions, Edited, Resolved
from saddle_tui.lineage import body, title
from saddle_tui.triage.composing import Composition, Piece
from saddle_tui.triage.desk import Desk


def steps_of(desk: Desk, decisions: Decisions, composition: Composition) -> list[Step]:
    """One for each patch that changes something.

    Raises:
        JournalError: the run cannot be read.
    """
    return [_step(desk, decisions, piece) for piece in composition.steps]


def notes(decisions: Decisions, piece: Piece) -> Iterator[tuple[str, str]]:
    """What people did to a patch, and what nobody measured, each with a word before it; hostile text."""
    decision = decisions[piece.patch]
    edit = piece.item.edit
    if edit is not None and isinstance(edit.said, Edited):
        why = f": {edit.said.reason}" if edit.said.reason else ""
        files = ", ".join(sorted(edit.said.files))
        yield "Edited", f"{files} by {edit.by}, after it was measured{why}"
    for row in piece.resolved:
        if isinstance(row.said, Resolved):
            yield "Resolved", f"a conflict in {row.said.path} by {row.by}"
    if piece.grounds:
        yield "Measured", piece.grounds
    if decision.reason:
        yield "Chosen", f"by {decision.by}: {decision.reason}"
    for by, text in decision.remarks:
        yield "Comment", f"{by}: {text}"


def _step(desk: Desk, decisions: Decisions, piece: Piece) -> Step:
    patch = desk.state.patches[piece.patch]
    told = body(desk.state, patch, desk.proposal(patch), notes(decisions, piece))
    return Step(piece.before, piece.after, title(patch), told)
