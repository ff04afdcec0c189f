"""Pictures and recordings of a run, made without a terminal."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from saddle_engine.errors import ConfigError, JournalError
from saddle_runs.folder import RunFolder
from saddle_tui.new_file import check_new
from saddle_tui.replaying import cast, still
from saddle_tui.replaying.beginning import past_of
from saddle_tui.replaying.follower import ReplayFollower
from saddle_tui.replaying.index import WAIT_S
from saddle_tui.replaying.stage import Shape

Told = Callable[[str], None]
"""Hears how far it is, often. Not cleaned for a terminal."""


def make_still(folder: RunFolder, to: Path, shape: Shape, told: Told, *, at: str) -> None:
    """The screen at a place, as SVG in a new file.

    Raises:
        ConfigError: there is no such place, or the file exists or cannot be written.
        JournalError: the run cannot be read.
    """
    check_new(to, still.OPTION)
    with _known(folder, at, 1.0, cast.Beat(), told) as follower:
        still.write_still(follower, to, shape)


def make_cast(
    folder: RunFolder, to: Path, shape: Shape, told: Told, *, at: str, until: str, speed: float
) -> None:
    """The screen from one place to another, in a new file; see `make_still`."""
    check_new(to, cast.OPTION)
    beat = cast.Beat()
    with _known(folder, at, speed, beat, told) as follower:
        last = follower.find(until)
        if isinstance(last, str):
            raise ConfigError(f"--until {until}: {last}")
        if last < follower.state.seq:
            raise ConfigError(f"--until {until} is before --at {at}")
        cast.write_cast(follower, beat, to, shape, last, told)


@contextmanager
def _known(
    folder: RunFolder, at: str, speed: float, beat: cast.Beat, told: Told
) -> Iterator[ReplayFollower]:
    """A run that has been looked through, at a place; by a clock that stands still."""
    with past_of(folder, "start", speed, monotonic=beat) as follower:
        try:
            while follower.index.timeline.seq < follower.end_seq:
                if not follower.index.refresh():
                    time.sleep(WAIT_S)
                told(f"looking through the run: {follower.replay().known:.0%}")
            if why_not := follower.go(at):
                raise ConfigError(f"--at {at}: {why_not}")
            yield follower
        except (ValueError, KeyError) as error:
            raise JournalError(f"the journal contradicts itself: {error}") from error
