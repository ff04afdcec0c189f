"""One record of a transcript as lines that any terminal can show."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from saddle_tui.text.safe import SafeText

HEADING, HEAD_STYLE = "── ", "bold $text-muted"
"""How a line begins and looks that parts what follows from what was."""


class Said(NamedTuple):
    """One line of a transcript, as long as it came; a pane wraps it."""

    tag: SafeText
    """Who speaks, in at most eight cells; empty where the line above goes on."""
    text: SafeText
    style: str = ""
    """Name of a style of the theme; empty for plain."""

    @property
    def heads(self) -> bool:
        """It parts what follows from what was."""
        return self.style == HEAD_STYLE


@dataclass(frozen=True, eq=False)
class Entry:
    """What one record has to say."""

    seq: int
    lines: tuple[Said, ...]

    @property
    def heads(self) -> bool:
        """A step, a call or a try begins with it."""
        return any(said.heads for said in self.lines)

    def blocks(self) -> Iterator[list[Said]]:
        """Its lines, those of one field together."""
        block: list[Said] = []
        for said in self.lines:
            if block and (said.tag or said.heads or block[0].heads):
                yield block
                block = []
            block.append(said)
        if block:
            yield block
