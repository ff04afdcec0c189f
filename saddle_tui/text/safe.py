"""`SafeText`: the only kind of foreign text that reaches a terminal.

Textual and print hand control bytes on as they are: text of a model or a task could set the title,
write the clipboard, move the cursor or reorder a line. `clean` leaves nothing that acts and nothing
that hides, and nothing whose width terminals disagree about, since that would shift the rest of a line.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import NewType

SafeText = NewType("SafeText", str)

LINE_LIMIT = 10_000  # characters of one line
CUT = "…"
NOTHING = SafeText("")

_FOREIGN = re.compile(r"[^\x20-\x7e]+")
_MARKS = 3  # combining marks on one letter; more are a tower that covers the lines above

# Invisible although Unicode calls them letters or marks: fillers, joiners, variation selectors.
_HIDDEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0d\uffa0\ufff9-\ufffc"
    "\U000e0100-\U000e01ef]"
)
# They only choose how an emoji is drawn: its look, its skin; between two emojis a joiner.
_LOOK = re.compile(
    "[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]|(?<=[\u2190-\u2bff\U0001f000-\U0001faff])\u200d"
)
_FLAG = re.compile("[\U0001f1e6-\U0001f1ff]")


def clean(text: object) -> SafeText:
    """One line of plain text: nothing in it moves the cursor or changes how other text reads."""
    shown = str(text)
    if len(shown) > LINE_LIMIT:
        shown = shown[: LINE_LIMIT - 1] + CUT
    if shown.isascii() and shown.isprintable():
        return SafeText(shown)
    shown = _FLAG.sub(_letter, _LOOK.sub("", shown))
    return SafeText(_towers(_FOREIGN.sub(_spell_all, shown)))


def part(text: SafeText, begin: int, end: int | None = None) -> SafeText:
    """Some of its characters."""
    return SafeText(text[begin:end])


def joined(lines: Iterable[SafeText]) -> SafeText:
    """Several lines as one text, for where a line feed is at home: a file, the clipboard."""
    return SafeText("\n".join(lines))


def _spell_all(match: re.Match[str]) -> str:
    return "".join(map(_spell, match.group()))


@lru_cache(maxsize=4096)
def _spell(char: str) -> str:
    """The character itself where it is harmless, else a picture or its number."""
    code = ord(char)
    if code < 0x20 or code == 0x7F:
        return chr(0x2421 if code == 0x7F else 0x2400 + code)
    if 0xD800 <= code <= 0xDFFF:
        return "\ufffd"
    if unicodedata.category(char) == "Zs":
        return " "
    if char.isprintable() and not _HIDDEN.match(char):
        return char
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _letter(flag: re.Match[str]) -> str:
    """Flags are pairs of letters that terminals draw in two, three or four cells."""
    return chr(ord(flag.group()) - 0x1F1E6 + ord("A"))


def _towers(text: str) -> str:
    """At most a few marks on a letter, and none on whatever stands to the left of the text."""
    kept: list[str] = []
    marks = _MARKS if text[:1].isascii() else 0
    for place, char in enumerate(text):
        if not unicodedata.category(char).startswith("M"):
            marks = 0
        elif place == 0:
            kept.append("◌")
            marks = 1
        else:
            marks += 1
        if marks <= _MARKS:
            kept.append(char)
    return "".join(kept)
