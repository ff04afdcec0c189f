"""A window on the transcript of one rollout or session; the whole of it is never in memory."""

from dataclasses import dataclass

from saddle_tui.text.safe import SafeText
from saddle_tui.trace.entry import Entry


@dataclass(frozen=True)
class Transcript:
    """Entries without a gap, oldest first."""

    subject: str = ""
    """The rollout or session; empty before there is any."""
    entries: tuple[Entry, ...] = ()
    earlier: bool = False
    """There are entries before these; scrolling back loads them."""
    later: bool = False
    """There are entries after these; scrolling forward loads them."""
    loading: bool = False
    """A page is being read."""
    trouble: SafeText | None = None
    """Why it cannot be read."""
