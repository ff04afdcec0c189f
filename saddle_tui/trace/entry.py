"""One record of a transcript as lines that any terminal can show."""

from dataclasses import dataclass
from typing import NamedTuple

from saddle_tui.text.safe import SafeText


class Said(NamedTuple):
    """One line of a transcript, as long as it came; a pane wraps it."""

    tag: SafeText
    """Who speaks, in at most eight cells; empty where the line above goes on."""
    text: SafeText
    style: str = ""
    """Name of a style of the theme; empty for plain."""


@dataclass(frozen=True)
class Entry:
    """What one record has to say."""

    seq: int
    lines: tuple[Said, ...]
