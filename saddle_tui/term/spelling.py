"""Spells every line of the screen in the terminal's letters, last of all: nothing gets around it."""

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from saddle_tui.text.alphabets import Alphabet, spell


class Spelling(LineFilter):
    """Borders, titles, windows and what is typed pass through here as well as panes."""

    def __init__(self, alphabet: Alphabet) -> None:
        super().__init__(enabled=alphabet != "unicode")
        self.alphabet = alphabet

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Change signs, never the number of cells."""
        return [
            segment
            if segment.text.isascii()
            else Segment(spell(segment.text, self.alphabet), segment.style, segment.control)
            for segment in segments
        ]
