"""Where a user's own files of a run are, apart from the run: what can be worked out again, and what cannot."""

import os
from pathlib import Path

OURS = "saddle-tui"


def cache_of(run: str) -> Path:
    """The folder of a run's id in the user's cache, which may not exist yet; it can be deleted at any time."""
    return _base("XDG_CACHE_HOME", ".cache") / run


def state_of(run: str) -> Path:
    """The folder of a run's id for what must not be lost, which may not exist yet."""
    return _base("XDG_STATE_HOME", ".local/state") / run


def _base(variable: str, default: str) -> Path:
    given = Path(os.environ.get(variable, ""))
    return (given if given.is_absolute() else Path.home() / default) / OURS
