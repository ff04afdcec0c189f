"""What a run is doing right now, in one sentence."""

import re

from saddle_engine.state import Batch, Session
from saddle_engine.types.rollout import Purpose
from saddle_engine.types.steering import PauseMode, RunStatus
from saddle_tui.trace.subject import held_patches
from saddle_tui.view import View

WAITS = re.compile(r"waits (?P<seconds>\d{1,6}) s for the provider: (?P<why>.*)", re.DOTALL)
"""How the engine says it on a live line."""
AGENTS = {
    "evolution": "evolution picks a parent",
    "diagnosis": "diagnosis writes a patch",
    "reflection": "reflection judges it",
}


def stage(view: View) -> str:
    """The sentence; not yet cleaned for a terminal."""
    state = view.state
    if state.run is None:
        return "waiting for the first record"
    match state.status:
        case RunStatus.DONE:
            return "the run is done"
        case RunStatus.FAILED:
            return "the engine gave up"
        case RunStatus.ABORTED:
            return "the run was aborted"
        case RunStatus.PAUSED:
            held = state.paused is not None and state.paused.mode is PauseMode.HOLD
            return "no call to a model begins" if held else "nothing new is begun"
        case RunStatus.RUNNING | RunStatus.TESTING if not view.engine.alive:
            return f"left while {_work(view)}"
        case RunStatus.RUNNING | RunStatus.TESTING:
            return _work(view)


def held(view: View) -> list[str]:
    """Patches that wait for the operator: the running iteration's first, then those set aside."""
    return [*held_patches(view.state)]


def waiting(view: View) -> str:
    """Who waits for a provider, how long and why; empty when nobody does. Not yet cleaned."""
    if not view.engine.alive:
        return ""
    speaking = {each.owner for each in view.state.books.reserved.values()}
    said = (text for owner, text in view.live.items() if owner not in speaking)
    waits = [match for text in said if (match := WAITS.match(text))]
    if not waits:
        return ""
    longest = max(waits, key=lambda match: int(match["seconds"]))
    who = f"{len(waits)} wait" if len(waits) > 1 else "waits"
    return f"{who} for the provider, {longest['seconds']} s: {longest['why']}"


def _work(view: View) -> str:
    state, recent = view.state, view.recent
    if waiting := held(view):
        return f"{waiting[0]} waits for {'you' if view.replay is None else 'the operator'}"
    if recent.session is not None:
        said = view.live.get(recent.session, "")
        return _session(state.sessions[recent.session], " ".join(said.split()))
    batch = state.batches[recent.batch] if recent.batch else None
    if batch and recent.ended[batch.id] < len(batch.rollouts):
        return f"{_batch(batch, view)}: {recent.ended[batch.id]} of {len(batch.rollouts)}"
    return "between two steps" if batch else "getting ready"


def _session(session: Session, said: str) -> str:
    doing = AGENTS[session.started.agent]
    calls = sum(session.tools.values())
    return f"{doing}: {said}" if said else f"{doing}, tool call {calls}" if calls else doing


def _batch(batch: Batch, view: View) -> str:
    tree = view.state.rollouts[batch.rollouts[0]].order.tree
    who = view.recent.names.get(tree, "the seed")
    match batch.purpose:
        case Purpose.SEED_DEV:
            return "the seed runs on dev"
        case Purpose.BEFORE:
            return f"{who} runs the mini-batch"
        case Purpose.AFTER:
            return f"{who} runs the same mini-batch"
        case Purpose.SHADOW:
            return f"{who} runs in the shadow, to see what its veto was worth"
        case Purpose.DEV:
            return f"dev gate of {who}"
        case Purpose.TEST:
            return "seed and best run the test"
        case Purpose.EVAL:
            return "the evaluation"
