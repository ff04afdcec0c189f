"""Our books beside the provider's own, try by try: they know nothing of each other.

What is settled is equal, what was refused was free, and what is unknown was booked at no less than the
provider has charged.
"""

from saddle_engine import events as ev
from saddle_engine.events import AnyEvent
from tests.loopback.ledger import Ledger

Ending = ev.CallSettled | ev.CallRefused | ev.CallUnknown


def differences(events: list[AnyEvent], ledger: Ledger) -> list[str]:
    """Where a run whose calls came one after the other and the server disagree; empty: nowhere."""
    tries = [each for each in events if isinstance(each, ev.CallReserved)]
    ends = [
        each
        for each in events
        if isinstance(each, ev.CallSettled | ev.CallRefused | ev.CallUnknown)
    ]
    lines = sorted(ledger.lines, key=lambda line: line.number)
    if not len(tries) == len(ends) == len(lines):
        return [f"{len(tries)} tries booked, {len(ends)} closed, {len(lines)} seen by the server"]
    found = [
        f"try {line.number} ({line.fault or 'no fault'}): booked {_said(end)}, charged {line.nanos}"
        for reserved, end, line in zip(tries, ends, lines, strict=True)
        if not _fits(reserved, end, line.nanos)
    ]
    settled = sum(end.cost for end in ends if isinstance(end, ev.CallSettled))
    charged = sum(
        line.nanos for end, line in zip(ends, lines, strict=True) if isinstance(end, ev.CallSettled)
    )
    return found if settled == charged else [*found, f"settled {settled}, charged {charged}"]


def _fits(reserved: ev.CallReserved, end: Ending, charged: int) -> bool:
    match end:
        case ev.CallSettled():
            return end.cost == charged <= reserved.cost
        case ev.CallRefused():
            return charged == 0
        case ev.CallUnknown():
            return charged <= end.cost <= reserved.cost


def _said(end: Ending) -> str:
    return f"{end.kind} {0 if isinstance(end, ev.CallRefused) else end.cost}"
