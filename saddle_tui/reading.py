"""A run as it stands in its journal, read once."""

from saddle_engine.adapters.clock import SystemClock
from saddle_engine.errors import JournalError
from saddle_engine.state import RunState
from saddle_runs.folder import RunFolder
from saddle_runs.viewer import RunViewer

LONG = 20_000
"""Records; to fold so many takes longer than to load what is needed to spare it."""


def open_viewer(folder: RunFolder) -> RunViewer:
    """A read-only view of the run.

    Raises:
        JournalError: its database cannot be read.
    """
    return RunViewer(folder.database, SystemClock())


def catch_up(viewer: RunViewer, state: RunState) -> RunState:
    """Fold everything that is not in `state` yet.

    Raises:
        JournalError: a record cannot be read, or contradicts the ones before it.
    """
    try:
        while records := viewer.tail(state.seq):
            state.fold(records)
    except (ValueError, KeyError) as error:
        raise JournalError(
            f"the journal contradicts itself after record {state.seq}: {error}"
        ) from error
    return state


def read_state(folder: RunFolder) -> RunState:
    """The run's state now; see `begun`."""
    with open_viewer(folder) as viewer:
        return begun(folder, viewer)


def begun(folder: RunFolder, viewer: RunViewer) -> RunState:
    """The state of a run that has begun, as its journal has it now.

    Raises:
        JournalError: the journal cannot be read, or does not hold a run's beginning.
    """
    state = catch_up(viewer, _remembered(folder, viewer))
    if state.run is None:
        raise JournalError(
            f"{folder.name} ({folder.id}) has not begun: it is still being made, or its command was "
            f"killed meanwhile; then remove {folder.file or folder.path}"
        )
    return state


def _remembered(folder: RunFolder, viewer: RunViewer) -> RunState:
    """What a screen has kept of a long run; a short one is read sooner than that."""
    if viewer.last() < LONG:
        return RunState()
    from saddle_tui.checkpoints import Checkpoints

    return Checkpoints(folder, viewer).nearest().state
