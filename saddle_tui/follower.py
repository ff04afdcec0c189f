"""Keeps a state in step with a run's journal; a screen asks it and computes nothing itself."""

from collections import deque

from saddle_engine.state import RunState
from saddle_runs.folder import RunFolder
from saddle_runs.viewer import RunViewer
from saddle_tui.liveness import engine_alive
from saddle_tui.story import line
from saddle_tui.text.safe import SafeText, clean

KEPT_LINES = 500
AT_ONCE = 4000  # records of one pull, so that catching up never freezes the screen


class Follower:
    """Pulls records; nothing is pushed into widgets."""

    def __init__(self, folder: RunFolder, viewer: RunViewer) -> None:
        self.folder = folder
        self.state = RunState()
        self.lines: deque[SafeText] = deque(maxlen=KEPT_LINES)
        self._viewer = viewer

    def pull(self) -> bool:
        """Fold what is new; whether anything was.

        Raises:
            JournalError: the journal cannot be read.
            ValueError: a record contradicts the ones before it.
        """
        records = self._viewer.tail(self.state.seq, AT_ONCE)
        for record in records:
            self.state.apply(record)
            if (shown := line(record.event, self.state)) is not None:
                self.lines.append(clean(shown))
        return bool(records)

    def live(self) -> dict[str, str]:
        """Last words of open rollouts and sessions; hostile text."""
        return self._viewer.live()

    def alive(self) -> bool:
        """Whether an engine is at work."""
        return engine_alive(self.folder)
