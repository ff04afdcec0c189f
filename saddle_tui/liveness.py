"""Whether an engine is at work on a run."""

from saddle_runs.folder import RunFolder
from saddle_runs.lock import owner_of


def engine_alive(folder: RunFolder) -> bool:
    """Whether the process that last took the run's lock still runs on this host."""
    owner = owner_of(folder.lock)
    return owner is not None and owner.alive
