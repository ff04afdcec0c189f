"""The operator's word on a patch. Nothing is judged before it waits, nor after it has been acted on."""

from saddle_engine import events as ev
from saddle_engine.commands import Command
from saddle_engine.patches import Patch
from saddle_engine.state import RunState
from saddle_engine.steering.words import Decision, given, text_of
from saddle_engine.types.base import Digest, HintId, PatchId
from saddle_engine.types.patch import PatchStatus


def approve(state: RunState, command: Command) -> Decision:
    """Let a held patch go on to its mini-batch."""
    patch = _held(state, command)
    if isinstance(patch, str):
        return patch
    return [ev.PatchApproved(patch=patch.proposed.patch, by=command.actor)]


def veto(state: RunState, command: Command) -> Decision:
    """Stop a held patch; it is kept, and can be returned."""
    patch = _held(state, command)
    if isinstance(patch, str):
        return patch
    if not command.why:
        return "a veto needs a reason"
    return [ev.PatchVetoed(patch=patch.proposed.patch, by=command.actor, reason=command.why)]


def defer(state: RunState, command: Command) -> Decision:
    """Set a held patch aside, so that the search goes on."""
    patch = _held(state, command)
    if isinstance(patch, str):
        return patch
    if patch.aside:
        return f"{patch.proposed.patch} is set aside already; nothing waits for it"
    return [ev.PatchDeferred(patch=patch.proposed.patch, by=command.actor)]


def edit(state: RunState, command: Command) -> Decision:
    """Check the operator's version of a held patch; `arguments` hold the digest of its edits."""
    patch = _held(state, command)
    if isinstance(patch, str):
        return patch
    edits = Digest(given(command, "edits"))
    if not edits:
        return "an edit needs edits"
    return [ev.EditAsked(patch=patch.proposed.patch, edits=edits, by=command.actor)]


def comment(state: RunState, command: Command) -> Decision:
    """A remark that stays on record; also on patches that were decided on, and after the seal."""
    patch = _known(state, command, "patch")
    if isinstance(patch, str):
        return patch
    text, wrong = text_of(command, "comment")
    said = ev.PatchCommented(patch=patch.proposed.patch, text=text, by=command.actor)
    return wrong or [said]


def undo(state: RunState, command: Command) -> Decision:
    """Take back a veto, an approval that has not begun to act, or a hint that nobody has read."""
    hint = state.wishes.hints.get(HintId(given(command, "what")))
    if hint is not None:
        if not hint.waits:
            return f"{hint.given.hint} was read or withdrawn already"
        return [ev.HintWithdrawn(hint=hint.given.hint, by=command.actor)]
    patch = _known(state, command, "what")
    if isinstance(patch, str):
        return patch
    if state.sealed:
        return "the search is sealed; no patch can return"
    if patch.status is not PatchStatus.VETOED and not patch.due:
        return f"{patch.proposed.patch} is {patch.status.value}: there is nothing to take back"
    return [ev.PatchReturned(patch=patch.proposed.patch, by=command.actor)]


def _held(state: RunState, command: Command) -> Patch | str:
    patch = _known(state, command, "patch")
    if state.sealed:
        return "the search is sealed; no patch waits any more"
    if isinstance(patch, str):
        return patch
    id_ = patch.proposed.patch
    if patch.status is not PatchStatus.HELD:
        return f"only a held patch can be judged; {id_} is {patch.status.value}"
    if id_ in state.wishes.edits:
        return f"an edit of {id_} is being checked; wait for its outcome"
    return patch


def _known(state: RunState, command: Command, name: str) -> Patch | str:
    patch = PatchId(given(command, name))
    return state.patches.get(patch) or f"there is no patch {patch!r}"
