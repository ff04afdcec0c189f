"""What became of a patch, or is becoming of it, as a sign and in words."""

from saddle_engine.patches import Patch
from saddle_engine.types.patch import PatchStatus
from saddle_tui.text.glyphs import HELD, LEFT, NODE, RUNNING, WRONG, Sign
from saddle_tui.view import View

VETOED = Sign("⊘", "$text-error", "vetoed")
SIGNS = {
    PatchStatus.PROPOSED: RUNNING,
    PatchStatus.REFUSED: WRONG,
    PatchStatus.HELD: HELD,
    PatchStatus.VETOED: VETOED,
    PatchStatus.SUPERSEDED: LEFT,
    PatchStatus.CHECKING: RUNNING,
    PatchStatus.DECLINED: WRONG,
    PatchStatus.GATING: RUNNING,
    PatchStatus.ADMITTED: NODE,
}


def sign(patch: Patch) -> Sign:
    """How it looks in a list."""
    return SIGNS[patch.status]


def fate(view: View, patch: Patch) -> str:
    """Where it stands, without the reason. Hostile text is possible."""
    if patch.proposed.patch in view.state.wishes.edits:
        return "held, your edit of it is checked"
    match patch.status:
        case PatchStatus.HELD:
            return "deferred, still waits for you" if patch.aside else "held, waits for you"
        case PatchStatus.CHECKING if patch.due:
            return "approved, the next iteration takes it up"
        case PatchStatus.CHECKING:
            return f"on the mini-batch{progress(view, patch)}"
        case PatchStatus.GATING:
            return f"at the dev gate{progress(view, patch)}"
        case PatchStatus.ADMITTED:
            return f"is {patch.node}"
        case PatchStatus.SUPERSEDED if patch.edited_as:
            return f"edited as {patch.edited_as}"
        case _:
            return f"{patch.status.value}{shadow(patch)}"


def progress(view: View, patch: Patch) -> str:
    """How many rollouts of its check are done, as ` 6/20`; empty before they are planned."""
    purpose = "dev" if patch.status is PatchStatus.GATING else "after"
    batch = view.state.batches.get(f"{purpose}:{patch.iteration}")
    if batch is None:
        return ""
    return f" {view.recent.ended[batch.id]}/{len(batch.rollouts)}"


def shadow(patch: Patch) -> str:
    """What a veto has kept out, where it was measured; empty elsewhere."""
    found = patch.shadow
    return f", in the shadow {found.after - found.before:+.2f}" if found else ""
