"""What is done before the screen comes up: a line a step, with a tick and its seconds, on a terminal alone."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from saddle_tui.last_words import last_lines
from saddle_tui.term.abilities import abilities, terminal_encoding
from saddle_tui.text.alphabets import spell
from saddle_tui.text.glyphs import DONE, WRONG
from saddle_tui.text.width import fit, pad

NAME_CELLS = 22
TAIL, TAIL_CELLS = 5, 100
"""Lines of an engine's log, and how much of each."""


class Steps:
    """Tells of each step as it ends; without `out` it says nothing."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._out = out

    @contextmanager
    def __call__(self, name: str) -> Iterator[None]:
        """A step; a failure passes through, marked."""
        # Whatever is said meanwhile overwrites this line, as its own end does.
        self._say(f"  {pad(f'{name} ...', NAME_CELLS)}", "\r")
        begun, glyph = time.monotonic(), WRONG.glyph
        try:
            yield
            glyph = DONE.glyph
        finally:
            self._say(f"{glyph} {pad(name, NAME_CELLS)} {time.monotonic() - begun:5.1f} s")

    def log(self, log: Path) -> None:
        """The last lines of an engine's log."""
        if lines := last_lines(log, TAIL):
            self._say(f"  the last lines of {log}:")
        for line in lines:
            self._say(f"    {fit(line, TAIL_CELLS)}")

    def _say(self, line: str, end: str = "\n") -> None:
        if self._out is not None:
            alphabet = abilities(os.environ, terminal_encoding()).alphabet
            print(spell(line, alphabet), end=end, file=self._out, flush=True)


SILENT = Steps()


def on_terminal() -> Steps:
    """For people who wait for the screen."""
    return Steps(sys.stdout)
