"""A field of a record as lines: foreign text, cut to a limit that a marker tells."""

import re

from saddle_tui.text.safe import NOTHING, SafeText, clean
from saddle_tui.trace.entry import Said

MOST_LINES = 60
"""Of one field."""
TAB_CELLS = 4
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def field(tag: str, text: str, limit: int, style: str = "") -> tuple[Said, ...]:
    """The lines of a text, the tag before the first; the middle is left out beyond `limit` characters."""
    head, left_out, tail = _cut(text, limit)
    lines = cleaned(head)
    if left_out:
        lines.append(clean(f"… {left_out:,} characters left out …"))
        lines += cleaned(tail)
    lines = _few(lines)
    tags = [clean(tag), *[NOTHING] * (len(lines) - 1)]
    return tuple(Said(tag_, line, style) for tag_, line in zip(tags, lines, strict=True))


def _cut(text: str, limit: int) -> tuple[str, int, str]:
    """The end of an output mostly says how it went, so a third of the room is for it."""
    if len(text) <= limit:
        return text, 0, ""
    tail = limit // 3
    return text[: limit - tail], len(text) - limit, text[-tail:]


def cleaned(text: str) -> list[SafeText]:
    """The lines of a text without terminal colours, tabs as blanks; what else acts is spelled out."""
    plain = _COLOURS.sub("", text).replace("\r\n", "\n").expandtabs(TAB_CELLS)
    return [clean(line) for line in plain.rstrip("\n").split("\n")]


def _few(lines: list[SafeText]) -> list[SafeText]:
    if len(lines) <= MOST_LINES:
        return lines
    tail = MOST_LINES // 3
    left_out = clean(f"… {len(lines) - MOST_LINES + 1:,} lines left out …")
    return [*lines[: MOST_LINES - tail - 1], left_out, *lines[-tail:]]
