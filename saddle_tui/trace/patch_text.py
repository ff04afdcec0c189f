"""A patch as a person judges it: why, what it should do, and the diff."""

from dataclasses import dataclass

from pydantic import ValidationError

from saddle_engine.events import PatchProposed
from saddle_engine.types.patch import Proposal
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.trace.hunks import Hunk, hunks_of
from saddle_tui.trace.texts import Beginnings, Texts

MOST_LINES = 2_000
"""Of a diff."""
MOST_LETTERS = 2_000
"""Of a line of it."""
TAB = "→   "
LARGEST = 4 * MOST_LINES * (MOST_LETTERS + 1)
"""Bytes: whatever is longer has more lines, or longer ones, than are shown."""


@dataclass(frozen=True)
class PatchText:
    """What the journal's record of a patch points to."""

    patch: str
    proposal: Proposal | None = None
    """None when it cannot be read."""
    diff: tuple[SafeText, ...] = ()
    """Empty for a patch that did not become a commit."""
    left_out: int = 0
    """Lines of the diff beyond these."""
    cut: int = 0
    """Lines of which only the beginning is here."""
    trouble: SafeText | None = None
    """Why it cannot be read."""
    hunks: tuple[Hunk, ...] = ()
    """The same diff, line by line with numbers."""

    @property
    def unread(self) -> str:
        """Why nobody can have read all of it here; empty when one can."""
        if self.trouble is not None:
            return self.trouble
        if self.left_out:
            return f"{self.left_out:,} more lines of its diff are not shown"
        if self.cut:
            return f"{self.cut:,} lines of its diff are too long to be shown whole"
        return ""


def read_patch(source: Beginnings, proposed: PatchProposed) -> PatchText:
    """Read proposal and diff.

    Raises:
        JournalError: a text cannot be read.
    """
    texts = Texts(source)
    diff = _lines(texts.text(proposed.diff, LARGEST)) if proposed.diff else []
    shown = tuple(_shown(line) for line in diff[:MOST_LINES])
    return PatchText(
        proposed.patch,
        _proposal(texts, proposed),
        shown,
        max(len(diff) - MOST_LINES, 0),
        sum(len(line) > MOST_LETTERS for line in diff[:MOST_LINES]),
        hunks=tuple(hunks_of(shown)),
    )


def _proposal(texts: Texts, proposed: PatchProposed) -> Proposal | None:
    try:
        return Proposal.model_validate(texts.value(proposed.proposal))
    except ValidationError:
        return None


def _lines(text: str) -> list[str]:
    """Whoever judges must see everything: tabs are drawn, and nothing but a line feed ends a line."""
    return [line.replace("\t", TAB) for line in text.removesuffix("\n").split("\n")]


def _shown(line: str) -> SafeText:
    if len(line) <= MOST_LETTERS:
        return clean(line)
    return clean(f"{line[:MOST_LETTERS]} … {len(line) - MOST_LETTERS:,} letters not shown")
