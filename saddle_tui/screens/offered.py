"""Which actions there are at all, for this screen and where one stands."""

from saddle_engine.types.steering import RunStatus
from saddle_tui.actions import Action, actions
from saddle_tui.seat import Role
from saddle_tui.view import View

OVER = {RunStatus.DONE, RunStatus.ABORTED}


def offered(view: View, role: Role) -> list[Action]:
    """All of them, in their order; none that steers to those who never do."""
    there = actions(replay=view.replay is not None)
    return [action for action in there if not action.steers or steers(view, role)]


def steers(view: View, role: Role) -> bool:
    """Not an observer, and not where decisions are made on a run that is over."""
    return not role.observes and not (view.lens.room == "triage" and view.state.status in OVER)
