"""The place in a recording: which recorded answer, if any, belongs to the request just made."""

from collections import defaultdict, deque
from collections.abc import Sequence
from enum import Enum

from saddle_engine.types.wire import Door, Exchange


class Miss(Enum):
    """Why a request is not answered from the recording."""

    HELD = "held"
    """Not yet: recorded acts of other lanes come first. Ask again after the next match."""
    EXHAUSTED = "exhausted"
    """The lane asks for more than was recorded."""
    DIFFERENT = "different"
    """The lane asks for something else, or any lane did before."""


class Cursor:
    """Walks a recording as its requests are made again.

    Each lane must repeat its own requests in order. Acts (environment requests and `finish`) must
    besides repeat the one order they had over all lanes, so that what has been taken is always a
    prefix of it and the environment can be rebuilt. A recorded answer is used once. After the first
    difference nothing matches any more, in no lane.
    """

    def __init__(self, recording: Sequence[Exchange]) -> None:
        self._lanes: defaultdict[str, deque[Exchange]] = defaultdict(deque)
        self._acts = deque(each.index for each in recording if acts(each.door))
        for each in recording:
            self._lanes[each.lane].append(each)
        self.differs_at: int | None = None
        """Index of the recorded exchange that the first different request should have repeated."""

    @property
    def unrepeated(self) -> int | None:
        """Index of the first recorded exchange that was not asked for again; None: all were."""
        return min((lane[0].index for lane in self._lanes.values() if lane), default=None)

    def take(self, door: Door, lane: str, key: str) -> Exchange | Miss:
        """The recorded exchange that answers this request, or why there is none."""
        if self.differs_at is not None:
            return Miss.DIFFERENT
        waiting = self._lanes[lane]
        if not waiting:
            return Miss.HELD if acts(door) and self._acts else Miss.EXHAUSTED
        if (waiting[0].door, waiting[0].key) != (door, key):
            self.differs_at = waiting[0].index
            return Miss.DIFFERENT
        if acts(door) and self._acts[0] != waiting[0].index:
            return Miss.HELD
        if acts(door):
            self._acts.popleft()
        return waiting.popleft()


def acts(door: Door) -> bool:
    """Whether a request can change the environment, or ends all changes."""
    return door.is_env or door is Door.FINISH
