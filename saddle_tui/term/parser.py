"""What a terminal sends, as keys: never what it answers by itself, and never what is inside of a paste."""

import re
from collections.abc import Iterable

from textual._xterm_parser import XTermParser
from textual.message import Message

from saddle_tui.term.sounding import ANSWER

ANSWERS = re.compile("\x1b[]P^_X][^\x07\x1b]*(?:\x07|\x1b\\\\)")
"""What terminals type by themselves: their colours, their version. We ask for none of it."""
BEGIN, END = "\x1b[200~", "\x1b[201~"
"""Of a paste."""


class HasRead(Message):
    """The terminal answers that it has read up to our question."""


class Parser(XTermParser):
    """Textual's own takes answers for keys, and also what follows an escape character in a paste."""

    _pasting = False
    _kept = ""
    _answers = 0

    def feed(self, data: str) -> Iterable[Message]:
        """Keys, pastes and the mouse of what was read; an empty text ends it."""
        tamed = self._tamed(self._kept + data) if data else data
        for _ in range(self._answers):
            yield HasRead()
        self._answers = 0
        if tamed or not data:
            yield from super().feed(tamed)

    def _tamed(self, data: str) -> str:
        """Escapes in a paste are drawn; marks that are cut in two wait for their other half."""
        tamed, self._kept = "", ""
        while data:
            head, mark, data = data.partition(END if self._pasting else BEGIN)
            if not mark:
                head, self._kept = self._halved(head)
            tamed += (head.replace("\x1b", "␛") if self._pasting else self._unasked(head)) + mark
            self._pasting ^= bool(mark)
        return tamed

    def _unasked(self, text: str) -> str:
        """Without what the terminal answers."""
        self._answers += text.count(ANSWER)
        return ANSWERS.sub("", text.replace(ANSWER, ""))

    def _halved(self, text: str) -> tuple[str, str]:
        """The text, and what may be the beginning of a mark; a single Escape is a key but in a paste."""
        marks, shortest = ((END,), 1) if self._pasting else ((BEGIN, ANSWER), 2)
        for length in range(len(BEGIN) - 1, shortest - 1, -1):
            if any(len(mark) > length and text.endswith(mark[:length]) for mark in marks):
                return text[:-length], text[-length:]
        return text, ""
