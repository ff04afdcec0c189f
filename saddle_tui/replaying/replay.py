"""What the screen knows of the replay that it shows."""

from dataclasses import dataclass, field
from typing import NamedTuple

from saddle_tui.replaying.mark import MarkKind
from saddle_tui.replaying.timeline import Timeline


class Bookmark(NamedTuple):
    """A place that somebody marked."""

    seq: int
    name: str
    """May be empty. Hostile text is possible."""


@dataclass(frozen=True)
class Replay:
    """One moment of a replay."""

    timeline: Timeline
    """As far as the run has been looked through."""
    seq: int
    """The record that is shown last."""
    at: float
    """The moment that is shown, in seconds since 1970."""
    end: int
    """The run's last record."""
    playing: bool
    speed: float
    growing: bool = False
    """The run is still being written."""
    kind: MarkKind | None = None
    """The marks that one goes to; None for all."""
    bookmarks: tuple[Bookmark, ...] = field(default=())
    """In the order of their places."""

    @property
    def known(self) -> float:
        """How much of the run has been looked through, in [0,1]."""
        return min(self.timeline.seq / self.end, 1.0) if self.end else 1.0
