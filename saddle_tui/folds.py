"""Everything that a screen knows of a run, folded from its journal record by record."""

from collections import deque
from dataclasses import dataclass, field

from saddle_engine.events import WORK, Record
from saddle_engine.state import RunState
from saddle_tui.recent import Recent
from saddle_tui.story import Told, tell
from saddle_tui.tally import Tally

KEPT_LINES = 500


@dataclass
class Folds:
    """The state and what is kept beside it; equal after equal records, however they came."""

    state: RunState = field(default_factory=RunState)
    recent: Recent = field(default_factory=Recent)
    tally: Tally = field(default_factory=Tally)
    told: deque[Told] = field(default_factory=lambda: deque(maxlen=KEPT_LINES))
    """The newest lines of the story, oldest first."""

    @property
    def seq(self) -> int:
        """Number of the last record."""
        return self.state.seq

    def apply(self, record: Record) -> None:
        """Take in the next record.

        Raises:
            ValueError: it does not follow the last one, or contradicts the state.
        """
        self.state.apply(record)
        self.recent.apply(record, self.state)
        if type(record.event) in WORK:  # nothing of it is counted or told
            return
        self.tally.apply(record, self.state)
        if (told := tell(record, self.state, self.recent.began)) is not None:
            self.told.append(told)
