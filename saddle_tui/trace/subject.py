"""Whose transcript is shown for what is selected."""

from saddle_engine.state import RunState
from saddle_engine.types.base import NodeId, PatchId, RolloutId, SessionId
from saddle_tui.recent import Recent


def subject_of(selected: str, state: RunState, recent: Recent) -> str:
    """A rollout or session; empty before there is any.

    A patch stands for the session that wrote it, a node for its patch. Nothing, and what does not
    exist, stands for the newest activity.
    """
    if RolloutId(selected) in state.rollouts or SessionId(selected) in state.sessions:
        return selected
    patch = patch_of(selected, state)
    if patch and (session := state.patches[patch].proposed.session) in state.sessions:
        return session
    return _newest(state, recent)


def patch_of(selected: str, state: RunState) -> PatchId | None:
    """The patch that is selected, or that made the selected node."""
    if PatchId(selected) in state.patches:
        return PatchId(selected)
    node = NodeId(selected)
    return state.dag[node].patch if node in state.dag else None


def _newest(state: RunState, recent: Recent) -> str:
    """The session at work; else the rollout that is at work longest, so that the view stays calm."""
    if recent.session is not None:
        return recent.session
    if recent.open:
        return next(iter(recent.open))
    if recent.finished:
        return recent.finished[-1]
    return next(reversed(state.sessions), "")
