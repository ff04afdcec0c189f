"""What of a run one would want to go back to."""

from enum import StrEnum
from typing import NamedTuple

from saddle_engine import events as ev


class MarkKind(StrEnum):
    """Why a place is marked."""

    ADMITTED = "admitted"
    DECLINED = "declined"
    """A patch came to nothing: refused, declined, worse, undecided."""
    VETOED = "vetoed"
    PHASE = "phase"
    PAUSED = "paused"
    STEERED = "steered"
    """An operator did something else."""
    ERROR = "error"
    SEALED = "sealed"


class Mark(NamedTuple):
    """A place in a run that stands out."""

    seq: int
    at: float
    """Seconds since 1970."""
    kind: MarkKind
    about: str
    """A patch or node, if it is about one."""


QUIET_VERBS = frozenset({"veto", "pause", "resume", "phase", "seal"})
"""Commands whose effect is a mark of its own."""


def mark_of(record: ev.Record) -> Mark | None:
    """The mark of a record; None for by far the most."""
    found = _kind(record.event)
    return Mark(record.seq, record.at, *found) if found else None


def _kind(event: ev.AnyEvent) -> tuple[MarkKind, str] | None:
    match event:
        case ev.NodeAdmitted() if event.patch:
            return MarkKind.ADMITTED, event.node
        case ev.PatchRefused():
            return MarkKind.DECLINED, event.patch
        case ev.MiniBatchChecked(verdict="not_better") | ev.DevGateChecked(verdict="undecided"):
            return MarkKind.DECLINED, event.patch
        case ev.PatchVetoed():
            return MarkKind.VETOED, event.patch
        case ev.PhaseSwitched():
            return MarkKind.PHASE, event.phase
        case ev.RunPaused():
            return MarkKind.PAUSED, ""
        case ev.CommandAccepted() if event.verb not in QUIET_VERBS:
            return MarkKind.STEERED, event.about
        case ev.RunFailed() | ev.RolloutBroke() | ev.RunAborted():
            return MarkKind.ERROR, getattr(event, "rollout", "")
        case ev.RunSealed():
            return MarkKind.SEALED, event.best
        case _:
            return None
