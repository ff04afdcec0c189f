"""The line above the keys: what was asked, what the engine answered, why a key does nothing now."""

from collections.abc import Callable

from saddle_tui.text.glyphs import DONE, RUNNING, WRONG, Sign
from saddle_tui.text.safe import NOTHING, SafeText, clean
from saddle_tui.text.width import wrap
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line

NOT_NOW = Sign("!", "bold $text-warning", "not now")
KEPT_S, WARNED_S = 12.0, 60.0
"""Seconds for which a sentence stands."""
ROWS = 3


class Voice:
    """One sentence at a time; the newest replaces what stood there."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._sign: Sign = DONE
        self._text: SafeText = NOTHING
        self._until = 0.0
        self._lasting = False
        self._asked: list[str] = []

    def ask(self, words: str) -> None:
        """Something was asked and is not answered yet."""
        self._asked.append(words)

    def answer(self, words: str, why_not: str, told: str = "") -> None:
        """The engine carried it out, and `told` is what came of it; or why not. Hostile text is possible."""
        if words in self._asked:
            self._asked.remove(words)
        if why_not:
            self._say(WRONG, f"{words}: {why_not}")
        else:
            self._say(DONE, f"{words}: {told or 'done'}")

    def tell(self, text: str) -> None:
        """Why a key does nothing now, or what became of the screen."""
        self._say(NOT_NOW, text)

    def note(self, text: str) -> None:
        """What a key has done on this screen."""
        self._say(DONE, text)

    def warn(self, text: str) -> None:
        """Something about this screen that stands for a while, whatever happens meanwhile."""
        self._say(WRONG, text)
        self._until = self._monotonic() + WARNED_S
        self._lasting = True

    def hush(self) -> None:
        """What stands there is no longer so; a warning stays."""
        if not self._lasting:
            self._text = NOTHING

    def lines(self, view: View, width: int, rows: int) -> list[Line]:
        """Nothing while there is nothing to say."""
        if self._asked:
            words = ", ".join(self._asked)
            return [[(clean(f"{RUNNING.glyph} asked to {words}; waiting for the engine"), "bold")]]
        if not self._text or self._monotonic() > self._until:
            return []
        first, *more = wrap(self._text, width - 2, ROWS)
        head: Line = [(clean(f"{self._sign.glyph} "), self._sign.style), (first, "bold")]
        return [head, *([(clean(f"  {each}"), "bold")] for each in more)]

    def _say(self, sign: Sign, text: str) -> None:
        self._sign, self._text = sign, clean(text)
        self._until, self._lasting = self._monotonic() + KEPT_S, False
