"""The operator's word on a rollout. A result is never run again: that would choose among outcomes."""

from saddle_engine import events as ev
from saddle_engine.commands import Command
from saddle_engine.state import Rollout, RunState
from saddle_engine.steering.words import Decision, given
from saddle_engine.types.base import RolloutId
from saddle_engine.types.rollout import Outcome


def cancel(state: RunState, command: Command) -> Decision:
    """End a rollout that waits or is at work; it has no score."""
    rollout = _known(state, command)
    if isinstance(rollout, str):
        return rollout
    id_ = rollout.order.rollout
    if rollout.result is not None:
        return f"{id_} has ended: {rollout.result.outcome.value}"
    if id_ in state.wishes.rollouts:
        return f"{id_} is being ended already"
    return [ev.CancelAsked(rollout=id_, by=command.actor, reason=command.why)]


def requeue(state: RunState, command: Command) -> Decision:
    """Run a rollout anew: one that is at work, or was cancelled while its batch is still open."""
    rollout = _known(state, command)
    if isinstance(rollout, str):
        return rollout
    id_, result = rollout.order.rollout, rollout.result
    if result is not None and result.outcome is not Outcome.CANCELLED:
        return f"{id_} has a result, and a result is never run again: that would choose the luckier one"
    if result is not None and state.batch_results(rollout.batch) is not None:
        return f"the batch of {id_} has ended without it"
    if result is None and not rollout.tries:
        return f"{id_} waits already"
    if id_ in state.wishes.rollouts:
        return f"{id_} is being ended already"
    return [ev.RequeueAsked(rollout=id_, by=command.actor, reason=command.why)]


def _known(state: RunState, command: Command) -> Rollout | str:
    rollout = RolloutId(given(command, "rollout"))
    return state.rollouts.get(rollout) or f"there is no rollout {rollout!r}"
