"""A field of a record as lines: foreign text, cut to a limit that a marker tells."""

import re

from saddle_tui.text.safe import NOTHING, SafeText, clean
from saddle_tui.trace.entry import Said

LONGEST = 4_000
"""Characters of a line; what is longer goes on in the next one."""
A_LINE = 32
"""Characters for which a limit allows a line."""
TAB_CELLS = 4
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def field(tag: str, text: str, limit: int | None, style: str = "") -> tuple[Said, ...]:
    """The lines of a text, the tag before the first.

    Args:
        tag: who speaks.
        text: hostile.
        limit: characters, of which the middle is left out where there are more; None keeps all.
        style: of all lines.
    """
    head, left_out, tail = (text, 0, "") if limit is None else _cut(text, limit)
    lines = cleaned(head)
    if left_out:
        lines.append(clean(f"… {left_out:,} characters left out …"))
        lines += cleaned(tail)
    if limit is not None:
        lines = _few(lines, max(limit // A_LINE, 10))
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
    return [clean(part) for line in plain.rstrip("\n").split("\n") for part in _parts(line)]


def _parts(line: str) -> list[str]:
    if len(line) <= LONGEST:
        return [line]
    return [line[at : at + LONGEST] for at in range(0, len(line), LONGEST)]


def _few(lines: list[SafeText], most: int) -> list[SafeText]:
    if len(lines) <= most:
        return lines
    tail = most // 3
    left_out = clean(f"… {len(lines) - most + 1:,} lines left out …")
    return [*lines[: most - tail - 1], left_out, *lines[-tail:]]
