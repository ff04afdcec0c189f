"""Notices when what an engine works on is taken away from under it.

Open files go on to be written after their folder was removed or moved, and nobody would ever see it.
"""

from collections.abc import Mapping
from pathlib import Path

from saddle_engine.errors import SaddleError
from saddle_engine.ports import Clock

CHECK_S = 1.0
Identity = tuple[int, int] | None


class TakenAway(SaddleError):
    """A file or folder of the engine is gone, or is another one."""


class Presence:
    """Paths as they are when this is made, each with what it is to a reader."""

    def __init__(self, paths: Mapping[str, Path]) -> None:
        self._before = {name: (path, identity(path)) for name, path in paths.items()}

    def lost(self) -> TakenAway | None:
        """What is no longer there; None while all is well."""
        for name, (path, before) in self._before.items():
            if identity(path) != before:
                return TakenAway(
                    f"{name} {path} was removed, moved or replaced while the engine was at work"
                )
        return None

    async def watch(self, clock: Clock) -> None:
        """Look about once a second until cancelled.

        Raises:
            TakenAway: something is no longer there.
        """
        while (lost := self.lost()) is None:
            await clock.sleep(CHECK_S)
        raise lost


def identity(path: Path) -> Identity:
    """Which file or folder of this machine it is; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
