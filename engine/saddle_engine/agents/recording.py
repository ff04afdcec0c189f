"""What an interrupted session has already journalled: served again, so that nothing is paid twice."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from saddle_engine.events import (
    ModelReplied,
    Record,
    SessionFinished,
    SessionStarted,
    ToolCalled,
)
from saddle_engine.types.base import SessionId


@dataclass
class Recording:
    """One try of one session, by position."""

    started: bool = False
    finished: bool = False
    replies: dict[int, ModelReplied] = field(default_factory=dict)
    calls: dict[int, ToolCalled] = field(default_factory=dict)


def recording(records: Sequence[Record], session: SessionId, tries: int) -> Recording:
    """The part of the records that belongs to this try."""
    found = Recording()
    for record in records:
        match record.event:
            case SessionStarted(session=owner, tries=n) if (owner, n) == (session, tries):
                found.started = True
            case ModelReplied(session=owner, tries=n) as event if (owner, n) == (session, tries):
                found.replies[event.index] = event
            case ToolCalled(session=owner, tries=n) as event if (owner, n) == (session, tries):
                found.calls[event.index] = event
            case SessionFinished(session=owner) if owner == session:
                found.finished = found.started  # else it was an earlier try
            case _:
                pass
    return found
