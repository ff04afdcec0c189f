"""Words that are looked for, marked in the lines of a pane."""

import re

from saddle_tui.text.safe import part
from saddle_tui.widgets.pane import Line, Span


def contains(line: Line, words: str) -> bool:
    """Whether the words stand in the line, whatever their case."""
    return words.lower() in "".join(text for text, _ in line).lower()


def marked(lines: list[Line], words: str) -> list[Line]:
    """The same lines, with the words in reverse."""
    if not words:
        return lines
    pattern = re.compile(f"({re.escape(words)})", re.IGNORECASE)
    return [_line(line, pattern) if contains(line, words) else line for line in lines]


def _line(line: Line, pattern: re.Pattern[str]) -> Line:
    spans: list[Span] = []
    for text, style in line:
        at = 0
        for number, piece in enumerate(pattern.split(text)):
            if piece:
                shown = part(text, at, at + len(piece))
                spans.append((shown, f"{style} reverse".strip() if number % 2 else style))
            at += len(piece)
    return spans
