"""What a screen knows of the decisions on a run's patches."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Triage:
    """As they stood when they were read last."""

    chosen: tuple[str, ...] = ()
    """Patches that are taken home, in their order."""
    comments: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Remarks by patch, the oldest first; hostile text."""
    edited: frozenset[str] = frozenset()
    """Patches that somebody has changed for the way home."""
    trouble: str = ""
    """Why decisions cannot be read or kept; hostile text."""
