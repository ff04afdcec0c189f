"""The engine process: owns one run from lock to last event. Started detached by `spawn`."""

import asyncio
import logging
import os
import shutil
import signal
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

from saddle_engine import events as ev
from saddle_engine.errors import SaddleError
from saddle_engine.loop import Loop
from saddle_engine.stages.book import Book
from saddle_engine.stages.edits import check_edits
from saddle_engine.stages.evaluate import Evaluation
from saddle_engine.stages.halting import LimitStop
from saddle_engine.stages.hours import watch_hours
from saddle_engine.stages.idling import IdleStop, watch_idleness
from saddle_engine.stages.inbox import StopAsked, dismiss, serve
from saddle_engine.stages.tries import abandoned
from saddle_engine.types.steering import RunStatus
from saddle_runs.finishing import finish
from saddle_runs.folder import RunFolder
from saddle_runs.watching import watched
from saddle_tui.aborted import refuse_aborted
from saddle_tui.checkpoint_writer import remember
from saddle_tui.packing import pack_harnesses
from saddle_tui.preflight import reaped
from saddle_tui.presence import Presence
from saddle_tui.signalled import SignalStop, heed_signals, told
from saddle_tui.wiring import Wired, wire

log = logging.getLogger(__name__)

DONE, FAILED, LIMIT, ABORTED, STOPPED = 0, 1, 3, 4, 130

STOPS = (StopAsked, LimitStop, IdleStop, SignalStop)
"""What ends an engine in good order, before the run is done."""

Leave = Callable[[], Awaitable[None]]
"""Waits for the calls that are under way and paid for; a second word to stop ends that too."""


@dataclass(frozen=True)
class Ending:
    """How an engine left its run."""

    code: int
    reason: str


def run_engine(
    folder: RunFolder,
    *,
    headless: bool,
    limits: dict[str, float],
    by: str,
    ready: Callable[[], None],
) -> int:
    """Work on a run until it is done, stopped, aborted or at a limit; returns the exit code.

    Args:
        folder: the run's folder.
        headless: end at a hard limit instead of waiting for an operator.
        limits: new values of hard limits, by name.
        by: who starts it, for the journal.
        ready: called once the run is ours and its journal says so.

    Raises:
        RunLocked: another engine owns the run.
        ConfigError: the run was aborted.
        SaddleError: it cannot be opened or wired.
    """
    with wire(folder) as wired:
        refuse_aborted(wired.state)
        try:
            how = _run(wired, headless=headless, limits=limits, by=by, ready=ready)
            code = asyncio.run(how).code
        finally:
            shutil.rmtree(wired.private, ignore_errors=True)
    finish(folder)
    return code


async def _run(
    wired: Wired, *, headless: bool, limits: dict[str, float], by: str, ready: Callable[[], None]
) -> Ending:
    async with Book(wired.journal, wired.state) as book:
        parts = wired.parts(book, waits=not headless)
        if removed := await reaped(parts.boxes):
            log.info("removed %d things that a dead engine left", removed)
        await _begin(book, wired, limits, by)
        dismiss(book, wired.inbox)
        ready()
        log.info("working on run %s as process %d", wired.folder.id, os.getpid())
        work = Evaluation(parts) if book.state.evaluation else Loop(parts)
        ending = await _work(work, book, wired)
        await pack_harnesses(wired.folder, book, wired.journal)
        await book.append(ev.EngineStopped(reason=ending.reason))
        log.info("leaving run %s: %s", wired.folder.id, ending.reason)
        return ending


async def _begin(book: Book, wired: Wired, limits: dict[str, float], by: str) -> None:
    events: list[ev.AnyEvent] = [
        ev.EngineStarted(pid=os.getpid(), host=socket.gethostname(), private=str(wired.private))
    ]
    events += map(abandoned, book.state.books.reserved.values())
    for name, value in limits.items():
        events.append(ev.LimitChanged(name=name, value=value, by=by))
    if book.state.status is RunStatus.PAUSED:
        events.append(ev.RunResumed(by=by))
    await book.append(*events)


async def _work(loop: Loop | Evaluation, book: Book, wired: Wired) -> Ending:
    presence = Presence(
        {"the run's lock": wired.folder.lock, "the engine's private folder": wired.private}
    )
    try:
        await _supervised(loop, book, wired, presence)
    except Exception as error:  # noqa: BLE001 - the edge of the process: a bug must not lose the run
        inner = _innermost(error)
        if not isinstance(inner, STOPS):
            inner = presence.lost() or inner  # whatever else went wrong went wrong because of it
        return await _ending(book, inner)
    return Ending(DONE, "done")


async def _supervised(
    loop: Loop | Evaluation, book: Book, wired: Wired, presence: Presence
) -> None:
    async with asyncio.TaskGroup() as group:
        leave = partial(loop.parts.halts.leave, wired.clock)
        inbox = group.create_task(_serve(book, wired, leave), name="inbox")
        watch = group.create_task(presence.watch(wired.clock), name="presence")
        hours = group.create_task(watch_hours(book, loop.parts.halts, wired.clock), name="hours")
        edits = group.create_task(check_edits(loop.parts), name="edits")
        views = group.create_task(
            remember(wired.folder, lambda: book.state.seq, wired.clock), name="views"
        )
        idle = group.create_task(
            watch_idleness(
                book, wired.settings.engine.idle_hours, partial(watched, wired.folder), wired.clock
            ),
            name="idle",
        )
        work = group.create_task(loop.run(), name="loop")
        heed_signals(lambda word: _stop(group, work, leave, word))
        await work
        for beside in (inbox, watch, hours, edits, views, idle):
            beside.cancel()


async def _serve(book: Book, wired: Wired, leave: Leave) -> None:
    try:
        await serve(book, wired.journal, wired.inbox, wired.clock)
    except StopAsked:
        await leave()
        raise


def _stop(
    group: asyncio.TaskGroup, work: asyncio.Task[None], leave: Leave, word: signal.Signals
) -> None:
    """Leave in good order; what is open is answered from its recordings on resume."""
    if not work.done():
        group.create_task(_raise_stop(leave, word))


async def _raise_stop(leave: Leave, word: signal.Signals) -> None:
    await leave()
    raise SignalStop(told(word))


async def _ending(book: Book, error: BaseException) -> Ending:
    match error:
        case LimitStop() | IdleStop():
            return Ending(LIMIT, str(error))
        case SignalStop():
            return Ending(STOPPED, str(error))
        case StopAsked() if (aborted := book.state.aborted) is not None:
            return Ending(ABORTED, f"aborted by {aborted.by}")
        case StopAsked():
            return Ending(STOPPED, "stopped by the operator")
        case SaddleError():
            log.error("the engine gives up: %s", error)
        case _:
            log.error("the engine met a bug", exc_info=error)
    text = f"{error}" if isinstance(error, SaddleError) else f"{type(error).__name__}: {error}"
    await book.append(ev.RunFailed(error=text))
    return Ending(FAILED, text)


def _innermost(error: BaseException) -> BaseException:
    """The one error that matters in a group; a stop outranks what it cut short."""
    if not isinstance(error, BaseExceptionGroup):
        return error
    inner = [_innermost(each) for each in error.exceptions]
    return next((each for each in inner if isinstance(each, STOPS)), inner[0])
