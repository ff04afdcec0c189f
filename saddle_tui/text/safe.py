"""`SafeText`: the only kind of foreign text that reaches a terminal.

Textual and print hand control bytes on as they are: text of a model or a task could set the title,
write the clipboard, move the cursor or reorder a line. `clean` leaves nothing that acts.
"""

import re
from typing import NewType

SafeText = NewType("SafeText", str)

LINE_LIMIT = 10_000  # characters of one line
CUT = "…"

# C0 and DEL become control pictures; C1, bidi, zero-width, line separators and tag characters are spelled out.
_PICTURES = {code: chr(0x2400 + code) for code in range(0x20)} | {0x7F: "\u2421"}
_SPELLED = re.compile(
    "[\x80-\x9f\xad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\uffff"
    "\U000e0000-\U000e0fff\U000f0000-\U0010ffff\ue000-\uf8ff]"
)
_SURROGATES = re.compile("[\ud800-\udfff]")


def clean(text: object) -> SafeText:
    """One line of plain text: nothing in it moves the cursor or changes how other text reads."""
    shown = str(text)
    if len(shown) > LINE_LIMIT:
        shown = shown[: LINE_LIMIT - 1] + CUT
    if shown.isascii() and shown.isprintable():
        return SafeText(shown)
    shown = _SURROGATES.sub("\ufffd", shown).translate(_PICTURES)
    return SafeText(_SPELLED.sub(_spell, shown))


def clean_lines(text: object) -> list[SafeText]:
    """The lines of a text, each clean; tabs become four spaces."""
    lines = str(text).replace("\r\n", "\n").split("\n")
    return [clean(line.replace("\t", "    ")) for line in lines]


def fit(text: object, width: int) -> SafeText:
    """Clean and cut to at most `width` characters."""
    shown = clean(text)
    return shown if len(shown) <= width else SafeText(shown[: max(width - 1, 0)] + CUT)


def _spell(match: re.Match[str]) -> str:
    code = ord(match.group())
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
