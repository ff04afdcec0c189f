"""Where a user's own files of a run are, apart from the run: what can be worked out again, and what cannot."""

import os
from collections.abc import Mapping
from pathlib import Path

OURS = "saddle-tui"


def cache_of(run: str) -> Path:
    """The folder of a run's id in the user's cache, which may not exist yet; it can be deleted at any time."""
    return _base(os.environ, "XDG_CACHE_HOME", ".cache") / run


def state_of(run: str) -> Path:
    """The folder of a run's id for what must not be lost, which may not exist yet."""
    return state_folder() / run


def state_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """The one of all runs, and of what belongs to none; it need not exist."""
    return _base(environ, "XDG_STATE_HOME", ".local/state")


def _base(environ: Mapping[str, str], variable: str, default: str) -> Path:
    given = Path(environ.get(variable, ""))
    return (given if given.is_absolute() else Path.home() / default) / OURS
