"""A value without anybody's texts: how long each was and a number stand in its place."""

import hashlib
from typing import Any

from saddle_tui.bundle.vocabulary import ours, words

KEPT = 20_000
"""Texts that are looked for elsewhere, in logs."""
SHORTEST = 4
"""Characters of such a text: shorter ones are in every line."""


class Withholding:
    """Takes texts out of values, and remembers them."""

    def __init__(self, *kept: str) -> None:
        """Nothing seen so far; `kept` are texts that stay."""
        self.seen: dict[str, None] = {}
        self._kept = kept
        self._numbers: dict[bytes, int] = {}
        """By digest: many texts are long."""

    @property
    def full(self) -> bool:
        """There may be more texts than are remembered."""
        return len(self.seen) >= KEPT

    def bare(self, value: Any, field: str = "", *, names_ours: bool = False) -> Any:
        """The value with numbers, times, ids and our own words, and no text.

        Args:
            value: as JSON has it.
            field: the name under which it stands.
            names_ours: names in it were given by the program, and are never a text.
        """
        match value:
            case str():
                return value if value in self._kept or ours(value, field) else self._mark(value)
            case dict():
                return {
                    name if names_ours or name in words() else self._mark(name): self.bare(
                        each, name, names_ours=names_ours
                    )
                    for name, each in value.items()
                }
            case list():
                return [self.bare(each, field, names_ours=names_ours) for each in value]
            case _:
                return value

    def without(self, text: str) -> str:
        """A text without those that were taken out before."""
        for each in sorted(self.seen, key=len, reverse=True):
            if each in text:
                text = text.replace(each, self._mark(each))
        return text

    def _mark(self, text: str) -> str:
        """What stands for a text, the same for the same one. No digest of it: a short one could be guessed by that."""
        if not text:
            return text
        if len(text) >= SHORTEST and not self.full:
            self.seen[text] = None
        digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
        number = self._numbers.setdefault(digest, len(self._numbers) + 1)
        return f"<{len(text)} characters, text {number}>"
