"""What a screen knows of the decisions on a run's patches."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from saddle_engine.types.base import PatchId
from saddle_runs.decisions import Decision, Decisions

if TYPE_CHECKING:
    from saddle_tui.triage.composing import Composition, Conflict


@dataclass(frozen=True)
class Together:
    """What the chosen patches came to when they were put together last."""

    words: int
    """How many had been said by then."""
    composition: Composition | None = None
    trouble: str = ""
    """Why they could not be put together; hostile text is possible."""


@dataclass(frozen=True)
class Triage:
    """As they stood when they were read last."""

    decisions: Decisions = field(default_factory=Decisions)
    trouble: str = ""
    """Why they cannot be read or kept; hostile text is possible."""
    together: Together | None = None
    """None before anything was put together; may be of fewer words."""

    def of(self, patch: str) -> Decision:
        """Everything that was decided on a patch."""
        return self.decisions[PatchId(patch)]

    @property
    def chosen(self) -> tuple[PatchId, ...]:
        """Patches that are taken home, in their order."""
        return self.decisions.chosen

    @property
    def words(self) -> int:
        """How many were ever said."""
        return len(self.decisions.rows)

    @property
    def composition(self) -> Composition | None:
        """What the chosen patches give together; None while that is worked out, and where it cannot be."""
        current = self.together is not None and self.together.words == self.words
        return self.together.composition if self.together and current else None

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """What must be resolved first, as far as it is known."""
        return self.composition.conflicts if self.composition else ()
