"""A provider that refuses one session after the other will refuse the next one too: a person looks first."""

from saddle_engine import events as ev
from saddle_engine.stages.parts import Parts
from saddle_engine.types.base import SessionId
from saddle_engine.types.calls import ReplyOutcome

IN_A_ROW = 2


async def heed_refusals(parts: Parts) -> None:
    """Pause the run where its newest sessions all ended because the provider refused a request for good.

    Raises:
        LimitStop: nobody waits.
    """
    last = list(parts.state.sessions)[-IN_A_ROW:]
    reasons = [_refused(parts, each) for each in last]
    if len(last) == IN_A_ROW and all(reasons):
        row = " and ".join(last)
        await parts.halts.halt("provider", f"{row} were refused one after the other: {reasons[-1]}")


def _refused(parts: Parts, session: SessionId) -> str:
    """Why the provider refused a session's request; empty when it did not."""
    for record in parts.book.read(subject=session):
        event = record.event
        if isinstance(event, ev.SessionFinished) and event.outcome == "no_answer":
            return event.reason if event.reason.startswith(ReplyOutcome.BAD_REQUEST) else ""
    return ""
