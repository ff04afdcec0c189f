"""A letter on each pane's title; the next key goes to the pane that has it, and means nothing else."""

from collections.abc import Sequence

LETTERS = "asdfghjklqwertyuiopzxcvbnm"
"""Those under the fingers first."""


class Jump:
    """Open from its key to the next one."""

    def __init__(self) -> None:
        self.letters: dict[str, str] = {}
        """By pane; empty while it is not open."""

    def open(self, panes: Sequence[str]) -> None:
        """Give each pane a letter."""
        self.letters = dict(zip(panes, LETTERS, strict=False))

    def take(self, key: str) -> str:
        """The pane that the key stands for, empty for none; it is closed either way."""
        found = next((pane for pane, letter in self.letters.items() if letter == key), "")
        self.letters = {}
        return found
