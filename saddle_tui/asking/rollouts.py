"""The operator's word on the rollout that is looked at."""

from saddle_engine.commands import Verb
from saddle_engine.types.base import RolloutId
from saddle_tui.requests import Request
from saddle_tui.view import View


def cancel(view: View) -> Request | str:
    """End it; it has no score."""
    return on_rollout(view, view.subject, "cancel")


def requeue(view: View) -> Request | str:
    """Run it anew; what it has done so far is void."""
    return on_rollout(view, view.subject, "requeue")


def on_rollout(view: View, text: str, verb: Verb) -> Request | str:
    """The same for any rollout by its id."""
    rollout = view.state.rollouts.get(RolloutId(text))
    if rollout is None:
        return f"{text or 'nothing'} is no rollout; choose one with j and k"
    outcome = rollout.result.outcome.value if rollout.result else None
    id_ = rollout.order.rollout
    return Request(verb, f"{verb} {id_}", {"rollout": id_}, {"outcome": outcome})
