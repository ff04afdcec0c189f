"""Another run of the same home, as panes see it."""

from dataclasses import dataclass, field
from typing import Protocol

from saddle_engine.errors import JournalError
from saddle_engine.events import Record
from saddle_engine.state import RunState
from saddle_runs.folder import RunFolder
from saddle_tui.tally import Tally


@dataclass
class Known:
    """Another run as far as it was read."""

    folder: RunFolder
    state: RunState = field(default_factory=RunState)
    tally: Tally = field(default_factory=Tally)

    def take(self, records: list[Record]) -> None:
        """Fold what follows.

        Raises:
            JournalError: it contradicts what came before.
        """
        try:
            for record in records:
                self.state.apply(record)
                self.tally.apply(record, self.state)
        except (ValueError, KeyError) as error:
            raise JournalError(f"the journal contradicts itself: {error}") from error


class Neighbours(Protocol):
    """What a view offers to panes."""

    version: int
    """Grows whenever something has been read: a pane's key holds it."""

    def run(self, name: str) -> Known | str | None:
        """A run by id, name or beginning; None while it is being read, a sentence if it cannot be."""
        ...


class NoOthers:
    """There is no other run; for views that are made by hand."""

    version = 0

    def run(self, name: str) -> Known | str | None:
        return "no other run is read here"
