"""What is to be shown on the terminal next."""

from typing import NamedTuple

from saddle_runs.folder import RunFolder


class Wanted(NamedTuple):
    """A run as it stands, or its past."""

    folder: RunFolder
    replay: bool = False
    at: str = "start"
    """Of a replay, where to begin; see `replaying.place`."""
    room: str = "live"
    """The screen to begin with."""
