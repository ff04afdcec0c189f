"""A mode and a role, run and judged."""

from saddle_engine import events as ev
from saddle_engine.types.wire import Door
from tests.engine.fault_books import differences
from tests.engine.fault_rig import Case, Role, case, run, run_headless
from tests.engine.fault_table import EXECUTED, SILENT, TABLE
from tests.loopback.modes import Fault, Faults, Mode, at

SILENCE_S = 60.0


async def met_once(mode: Mode, role: Role) -> list[str]:
    """What is not as expected when the second request meets a fault; empty: nothing."""
    expected = TABLE[mode]
    async with case(role, at({2: _fault(mode)}), timeout_s=_patience_s(mode)) as this:
        await run(this)
        await this.loopback.settled()
    return [
        *_judged(this, expected.once[role], mode),
        *([] if this.pauses == expected.pauses else [f"paused {this.pauses} times"]),
    ]


async def met_always(mode: Mode, role: Role) -> list[str]:
    """The same when every request from the second on meets it, and nobody is there."""
    expected = TABLE[mode]
    faults: Faults = lambda number, _: _fault(mode) if number > 1 else None  # noqa: E731 - a plan
    async with case(role, faults, timeout_s=_patience_s(mode), waits=False) as this:
        await run_headless(this)
        await this.loopback.settled()
    found = _judged(this, expected.always[role], mode)
    tries = len(this.loopback.ledger.lines)
    if role != "task" and expected.tries and tries != expected.tries:
        found.append(f"{tries} requests, not {expected.tries}")
    return found


def _fault(mode: Mode) -> Fault:
    return Fault(mode, SILENCE_S) if mode in SILENT else Fault(mode)


def _patience_s(mode: Mode) -> float:
    return 0.5 if mode in SILENT else 20.0


def _judged(this: Case, ended: str, mode: Mode) -> list[str]:
    events = this.events()
    found = differences(events, this.loopback.ledger)
    if this.ended != ended:
        found.append(f"ended {this.ended!r}, not {ended!r}")
    if TABLE[mode].end not in (ends := _ends(events)):
        found.append(f"tries ended {ends}")
    if this.state.books.reserved:
        found.append("a reservation is open")
    if executed := [each for each in events if _executed(this, each)]:
        found.append(f"a call that was cut off was made: {executed}")
    return found


def _ends(events: list[ev.AnyEvent]) -> list[str]:
    """In the words of the table, without what went well."""
    ends = []
    for event in events:
        match event:
            case ev.CallRefused():
                ends.append(f"refused {event.why}")
            case ev.CallUnknown():
                ends.append(f"unknown {event.why}")
            case ev.CallSettled():
                ends.append(str(event.outcome))
            case _:
                pass
    return ends[1:]  # the first is the good one before the fault


def _executed(this: Case, event: ev.AnyEvent) -> bool:
    match event:
        case ev.RequestAnswered():
            asked = this.journal.get(event.request)
            return event.door is Door.EXEC and EXECUTED.encode() in asked
        case ev.ToolCalled():
            return EXECUTED in event.summary and not event.refused
        case _:
            return False
