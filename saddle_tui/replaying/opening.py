"""Opening a run for looking at its past."""

from saddle_engine.adapters.clock import SystemClock
from saddle_runs.folder import RunFolder
from saddle_runs.past import PastViewer


def open_past(folder: RunFolder) -> PastViewer:
    """A read-only view of a run that stands at its beginning.

    Raises:
        JournalError: its database cannot be read.
    """
    return PastViewer(folder.database, SystemClock())
