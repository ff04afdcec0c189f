"""Refuses what no recording need know: the answer depends on nothing but the request."""

from typing import Any

from saddle_engine.adapters.mediator.asking import Act, Finish, Refused, read_acts, shaped
from saddle_engine.adapters.mediator.messages import Allowed, Counted, Messages
from saddle_engine.types.wire import Door


def check(door: Door, body: dict[str, Any], allowed: Allowed) -> tuple[Act, ...]:
    """The environment requests in a body, if it is one.

    Raises:
        Refused: 400, saying what was expected.
    """
    match door:
        case Door.MODEL:
            allowed.check(body, Messages)
        case Door.COUNT:
            allowed.check(body, Counted)
        case Door.WAIT:
            raise Refused(400, "not_supported", "this benchmark has no simulated clock")
        case Door.FINISH:
            shaped(Finish, body)
        case Door.EXEC | Door.READ | Door.WRITE | Door.BATCH:
            return read_acts(door, body)
        case Door.TASK:
            pass
    return ()
