"""Why a patch was written, and what it should bring about."""

from collections.abc import Iterator

from saddle_engine.patches import Patch
from saddle_engine.types.patch import Proposal
from saddle_tui.trace.patch_text import PatchText
from saddle_tui.trace.touched import touched_by
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.words import MUTED, labelled

CHECKS = "surfaces, layer, class, phase and syntax are in order"


def reasons(patch: Patch, text: PatchText, width: int) -> Iterator[Line]:
    """What it changes, why, and what it should bring about."""
    yield from changes(text, width)
    if text.proposal is not None:
        yield from _reasons(text.proposal, width)
        yield from _flips(patch, text.proposal, width)
    if patch.proposed.commit is not None:
        yield from labelled("checks", CHECKS, width, 2, "$text-success")


def changes(text: PatchText, width: int) -> Iterator[Line]:
    """Which files, and what of that cannot be read."""
    if text.unread:
        yield from labelled("unread", text.unread, width, 4, "bold $text-error")
    if text.hunks:
        files = [f"{path} +{add} -{gone}" for path, add, gone in touched_by(text.hunks).files]
        yield from labelled("changes", ", ".join(files), width, 3, "bold")


def _reasons(proposal: Proposal, width: int) -> Iterator[Line]:
    for number, cause in enumerate(proposal.causes):
        yield from labelled("cause" if number == 0 else "or", cause, width, 6)
    for number, each in enumerate(proposal.evidence):
        steps = f"{each.rollout} steps {each.first_step}-{each.last_step}"
        said = f"{steps}: {each.note}" if each.note else steps
        yield from labelled("evidence" if number == 0 else "", said, width, 2)
    for cause in proposal.rejected:
        yield from labelled("not", cause, width, 4, MUTED)
    yield from labelled("risk", proposal.risk or "none named", width, 4)


def _flips(patch: Patch, proposal: Proposal, width: int) -> Iterator[Line]:
    """What it should fix, and which of it came true."""
    expected = proposal.expected_flips
    yield from labelled("predicts", f"{', '.join(expected) or 'no task'} to pass", width, 3)
    buckets = patch.buckets or (patch.shadow.buckets if patch.shadow else None)
    if buckets is None or not expected:
        return
    true = [task for task in expected if task in buckets.fixed]
    said = f"{len(true)} of {len(expected)} came true"
    missed = [task for task in expected if task not in buckets.fixed]
    more = f"; not {', '.join(missed)}" if missed else ""
    style = "$text-success" if not missed else "$text-warning"
    yield from labelled("observed", f"{said}{more}", width, 3, style)
