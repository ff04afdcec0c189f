"""Where the search goes: its phase, what it holds, where it starts, what it is told, what leaves it."""

from saddle_engine.types.steering import Hold
from saddle_engine.types.taxonomy import Phase
from saddle_tui.requests import STILL_TO_COME, Request
from saddle_tui.view import View


def phase(view: View) -> Request | str:
    """Switch to the other phase."""
    now = view.state.phase
    other = Phase.STEERING if now is Phase.CAPABILITY else Phase.CAPABILITY
    return Request("phase", f"switch to {other}", {"phase": other.value}, {"phase": now.value})


def hold(view: View, policy: Hold) -> Request | str:
    """Which patches wait for the operator."""
    now = view.state.wishes.hold
    seen = {"hold": now.value if now else None}
    return Request("hold", f"hold {policy}", {"hold": policy.value}, seen)


def any_hold(view: View) -> Request | str:
    """A policy that is not in force now."""
    return hold(view, next(each for each in Hold if each is not view.state.wishes.hold))


def hint(view: View, text: str = STILL_TO_COME) -> Request | str:
    """A few sentences for the next diagnosis."""
    return Request("hint", "give a hint", {"text": text})


def fork(view: View) -> Request | str:
    """Begin another run with the node that is looked at; its name is still to come."""
    if view.node is None:
        return "there is no node yet: the seed runs on dev first"
    return Request("fork", f"fork {view.node}", {"node": view.node})


def pin(view: View) -> Request | str:
    """Start the next iterations from the node that is looked at; again: let the agent choose."""
    node, pinned = view.node, view.state.wishes.pinned
    if node is None:
        return "there is no node yet: the seed runs on dev first"
    if node == pinned:
        return Request("pin", f"unpin {node}", {"node": ""}, {"pinned": pinned})
    return Request("pin", f"pin {node}", {"node": node}, {"pinned": pinned})
