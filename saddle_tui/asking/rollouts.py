"""The operator's word on the rollout that is looked at."""

from saddle_engine.commands import Verb
from saddle_engine.types.base import RolloutId
from saddle_tui.requests import Request
from saddle_tui.view import View


def cancel(view: View) -> Request | str:
    """End it; it has no score."""
    return _on_rollout(view, "cancel")


def requeue(view: View) -> Request | str:
    """Run it anew; what it has done so far is void."""
    return _on_rollout(view, "requeue")


def _on_rollout(view: View, verb: Verb) -> Request | str:
    rollout = view.state.rollouts.get(RolloutId(view.subject))
    if rollout is None:
        return "no rollout is selected: choose one with j and k"
    outcome = rollout.result.outcome.value if rollout.result else None
    id_ = rollout.order.rollout
    return Request(verb, f"{verb} {id_}", {"rollout": id_}, {"outcome": outcome})
