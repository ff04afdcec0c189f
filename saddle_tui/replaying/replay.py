"""What the screen knows of the replay that it shows."""

from dataclasses import dataclass, field
from typing import NamedTuple

from saddle_tui.replaying.mark import Mark, MarkKind
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
    end_at: float = 0.0
    """When the last record was written, in seconds since 1970."""
    following: bool = False
    """It shows whatever is written, as it is written."""
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

    @property
    def over(self) -> bool:
        """It stands at the end of a run that nobody writes any more."""
        return self.seq >= self.end and not self.growing

    @property
    def passed_s(self) -> float:
        """Of the run's time, up to the moment that is shown."""
        return max(self.at - self.timeline.began, 0.0) if self.timeline.began else 0.0

    @property
    def length_s(self) -> float:
        """Of the run's time, up to its last record."""
        return max(self.end_at - self.timeline.began, 0.0) if self.timeline.began else 0.0

    @property
    def next_mark(self) -> Mark | None:
        """The next one of the chosen kind."""
        return self.timeline.mark(self.seq, 1, self.kind)
