"""A patch as a person judges it: why, what it should do, and the diff."""

from dataclasses import dataclass

from pydantic import ValidationError

from saddle_engine.events import PatchProposed
from saddle_engine.types.patch import Proposal
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.trace.texts import LARGEST, Beginnings, Texts

MOST_LINES = 2_000
"""Of a diff."""
TAB = "→   "


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
    trouble: SafeText | None = None
    """Why it cannot be read."""


def read_patch(source: Beginnings, proposed: PatchProposed) -> PatchText:
    """Read proposal and diff.

    Raises:
        JournalError: a text cannot be read.
    """
    texts = Texts(source)
    diff = _diff(texts.text(proposed.diff, LARGEST)) if proposed.diff else []
    return PatchText(
        proposed.patch,
        _proposal(texts, proposed),
        tuple(diff[:MOST_LINES]),
        max(len(diff) - MOST_LINES, 0),
    )


def _proposal(texts: Texts, proposed: PatchProposed) -> Proposal | None:
    try:
        return Proposal.model_validate(texts.value(proposed.proposal))
    except ValidationError:
        return None


def _diff(text: str) -> list[SafeText]:
    """Whoever judges must see everything: tabs are drawn, and nothing but a line feed ends a line."""
    return [clean(line.replace("\t", TAB)) for line in text.removesuffix("\n").split("\n")]
