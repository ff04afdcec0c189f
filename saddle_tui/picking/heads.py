"""What can be told of a run without opening its journal."""

from dataclasses import dataclass
from pathlib import Path

from saddle_runs.folder import RunFolder, list_runs
from saddle_runs.lock import owner_of


@dataclass(frozen=True)
class Head:
    """A run by its folder and its lock."""

    folder: RunFolder
    alive: bool
    """An engine of this host is at work on it."""
    host: str
    """Where its engine is, or died; empty when it left in good order. Hostile text is possible."""


def heads(home: Path) -> list[Head]:
    """Live runs first, then the others; the newest first among each.

    Raises:
        ConfigError: the home is another user's, or others can write to it.
    """
    return sorted(map(_head, list_runs(home)), key=lambda head: not head.alive)


def _head(folder: RunFolder) -> Head:
    owner = owner_of(folder.lock)
    if owner is None:
        return Head(folder, False, "")
    return Head(folder, owner.alive, owner.host)
