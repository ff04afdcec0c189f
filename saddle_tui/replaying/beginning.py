"""Opening a run at one of its places."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

from saddle_engine.adapters.clock import SystemClock
from saddle_engine.errors import ConfigError
from saddle_runs.folder import RunFolder
from saddle_tui.checkpoints import Checkpoints
from saddle_tui.replaying.bookmarks import bookmarks_of
from saddle_tui.replaying.follower import ReplayFollower
from saddle_tui.replaying.index import WAIT_S, Index
from saddle_tui.replaying.opening import open_past
from saddle_tui.replaying.player import Player

PATIENCE_S = 1.0
"""A run that can be looked through in that time is, before a place in it is called unknown."""


@contextmanager
def past_of(
    folder: RunFolder,
    at: str,
    speed: float,
    *,
    patience_s: float = PATIENCE_S,
    monotonic: Callable[[], float] = time.monotonic,
) -> Iterator[ReplayFollower]:
    """A run's past from a place on; nothing is written beside the run.

    Args:
        folder: the run.
        at: see `place`.
        speed: one of `player.SPEEDS`.
        patience_s: how long to look for the place; after that the follower goes there once it is found.
        monotonic: seconds that only grow, by which it is played.

    Raises:
        ConfigError: there is no such place.
        JournalError: the run cannot be opened.
    """
    with (
        open_past(folder) as viewer,
        closing(
            ReplayFollower(
                folder, viewer, SystemClock(), Player(speed), monotonic=monotonic,
                index=Index(viewer, Checkpoints(folder, viewer)), bookmarks=bookmarks_of(folder),
            )
        ) as follower,
    ):  # fmt: skip
        follower.start(at)
        until = time.monotonic() + patience_s
        while follower.waits and time.monotonic() < until:
            if not follower.index.refresh():
                time.sleep(WAIT_S)
            if why_not := follower.arrive():
                raise ConfigError(f"--at {at}: {why_not}")
        yield follower
