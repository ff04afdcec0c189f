"""The known word that a mistyped one probably meant."""

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of an error message: the nearest known word, else all of them if they are few."""
    names = sorted(known)
    near = get_close_matches(word, names, n=1)
    if near:
        return f"; did you mean {near[0]!r}?"
    return f"; known: {', '.join(names)}" if 0 < len(names) <= 12 else ""
