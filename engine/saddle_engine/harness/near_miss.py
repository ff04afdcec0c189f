"""Where a text nearly stands in a file, to help whoever quoted it wrongly."""

from difflib import get_close_matches

# Comparing is quadratic in these, and both texts are a model's.
LINES_LIMIT = 1_000
WIDTH_LIMIT = 120


def near_miss(text: str, wanted: str) -> str:
    """A half-sentence that points at the nearest place, or nothing."""
    if " ".join(wanted.split()) in " ".join(text.split()):
        return " with this white space (line breaks and indentation count)"
    lines = [line.strip()[:WIDTH_LIMIT] for line in text.splitlines()[:LINES_LIMIT]]
    first = next((line.strip()[:WIDTH_LIMIT] for line in wanted.splitlines() if line.strip()), "")
    if first in lines:
        return f" (its first line is, at line {lines.index(first) + 1}; a later line differs)"
    if close := get_close_matches(first, lines, n=1):
        return f" (the nearest is line {lines.index(close[0]) + 1}: {close[0]!r})"
    return ""
