"""Whose transcript is shown for what is selected."""

from saddle_engine.state import Rollout, RunState
from saddle_engine.types.base import NodeId, PatchId, RolloutId, SessionId
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.rollout import Purpose
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
    """The patch that is selected, that made the selected node, or that a selected rollout is about."""
    if PatchId(selected) in state.patches:
        return PatchId(selected)
    if (rollout := state.rollouts.get(RolloutId(selected))) is not None:
        return _patch_of_rollout(rollout, state)
    node = NodeId(selected)
    return state.dag[node].patch if node in state.dag else None


def _patch_of_rollout(rollout: Rollout, state: RunState) -> PatchId | None:
    """Of its iteration, before the patch or after it; else the one that made its harness."""
    batch = state.batches[rollout.batch]
    if batch.purpose is Purpose.SHADOW:
        return PatchId(batch.id.partition(":")[2])
    iteration = state.iterations.get(batch.iteration)
    if iteration is not None and iteration.patch:
        return iteration.patch
    node = _node_of_rollout(rollout, state)
    return state.dag[node].patch if node else None


def session_of(selected: str, state: RunState, recent: Recent) -> SessionId | None:
    """The session that is selected, itself or by its patch or node; else the one at work.

    While none is at work it is the last diagnosis: its patch is what the run is about.
    """
    subject = SessionId(subject_of(selected, state, recent))
    if subject in state.sessions:
        return subject
    newest = reversed(state.sessions.values())
    diagnoses = (each.started.session for each in newest if each.started.agent == "diagnosis")
    return next(diagnoses, None) or next(reversed(state.sessions), None)


def held_patches(state: RunState) -> list[PatchId]:
    """Patches that wait for the operator: the running iteration's first, then those set aside."""
    if state.sealed or state.aborted:
        return []
    waiting = [id_ for id_, patch in state.patches.items() if patch.status is PatchStatus.HELD]
    return sorted(waiting, key=lambda id_: state.patches[id_].aside)


def shown_patch(selected: str, state: RunState) -> PatchId | None:
    """The selected patch, or that of the selected node or session; else the held or the newest one."""
    if (patch := patch_of(selected, state)) is not None:
        return patch
    session = state.sessions.get(SessionId(selected))
    iteration = state.iterations.get(session.started.iteration) if session else None
    if iteration and iteration.patch:
        return iteration.patch
    return next(iter(held_patches(state)), None) or next(reversed(state.patches), None)


def node_of(selected: str, state: RunState) -> NodeId | None:
    """The node that is selected, itself or by its patch, or by a rollout of its harness."""
    if NodeId(selected) in state.dag:
        return NodeId(selected)
    if (patch := state.patches.get(PatchId(selected))) is not None:
        return patch.node or patch.proposed.parents[0]
    rollout = state.rollouts.get(RolloutId(selected))
    return _node_of_rollout(rollout, state) if rollout is not None else None


def _node_of_rollout(rollout: Rollout, state: RunState) -> NodeId | None:
    """The node whose harness it is; of a patch that is none yet, and of a composed one, the parent."""
    batch, tree = state.batches[rollout.batch], rollout.order.tree
    iteration = state.iterations.get(batch.iteration)
    if iteration is None or iteration.parent is None:
        return next((node.id for node in state.dag if node.tree == tree), None)
    patch = state.patches.get(iteration.patch) if iteration.patch else None
    if patch is not None and patch.node and patch.proposed.tree == tree:
        return patch.node
    return iteration.parent.parents[0]


def _newest(state: RunState, recent: Recent) -> str:
    """The session at work; else the rollout that is at work longest, so that the view stays calm."""
    if recent.session is not None:
        return recent.session
    if recent.open:
        return next(iter(recent.open))
    if recent.finished:
        return recent.finished[-1]
    return next(reversed(state.sessions), "")
