"""A provider that refuses one session after the other pauses the run, instead of every session to come."""

import asyncio
from pathlib import Path

import pytest

from saddle_engine import events as ev
from saddle_engine.agents.desk import Desk
from saddle_engine.stages.book import Book
from saddle_engine.stages.halting import LimitStop
from saddle_engine.stages.parts import Parts
from saddle_engine.stages.sessions import with_desk
from saddle_engine.state import RunState
from saddle_engine.testing import MemoryJournal
from tests.engine.loop_rig import World

REFUSED = "bad_request: the provider refused a request (your credit is too low)"
SILENT = "empty: twice in a row the agent's reply was empty"


async def session(parts: Parts, iteration: int, reason: str) -> None:
    async def work(desk: Desk) -> None:
        if parts.state.sessions.get(desk.session) is None:
            started = ev.SessionStarted(
                session=desk.session,
                agent="diagnosis",
                iteration=iteration,
                prompt=desk.blobs.put(b""),
            )
            outcome: ev.SessionFinished = ev.SessionFinished(
                session=desk.session,
                outcome="no_answer" if reason else "answered",
                reason=reason,
            )
            await desk.journal.append(started, outcome)

    await with_desk(parts, "diagnosis", iteration, work)


@pytest.mark.parametrize(
    ("reasons", "paused"),
    [
        ([REFUSED, REFUSED], [1]),
        ([REFUSED, REFUSED, REFUSED], [1, 2]),
        ([REFUSED, "", REFUSED, SILENT, REFUSED], []),
        ([SILENT, SILENT], []),
        ([REFUSED], []),
    ],
)
async def test_two_refused_sessions_in_a_row_wait_for_a_person(
    tmp_path: Path, reasons: list[str], paused: list[int]
) -> None:
    world, journal, stopped = World(tmp_path), MemoryJournal(), list[tuple[int, str]]()
    async with Book(journal, RunState(run=world.started())) as book:
        parts = world.parts(book, journal)
        for number, reason in enumerate(reasons):
            try:
                await session(parts, number + 1, reason)
            except LimitStop as stop:
                stopped.append((number, str(stop)))
                await book.append(ev.RunResumed(by="me"))
                await session(parts, number + 1, reason)  # read again: it is not heeded again

    assert [number for number, _ in stopped] == paused
    assert all("credit is too low" in why for _, why in stopped)


async def test_an_operator_who_waits_lets_it_go_on(tmp_path: Path) -> None:
    world, journal = World(tmp_path), MemoryJournal()
    async with Book(journal, RunState(run=world.started())) as book:
        parts = world.parts(book, journal, waits=True)
        await session(parts, 1, REFUSED)
        second = asyncio.ensure_future(session(parts, 2, REFUSED))
        await book.until(lambda state: state.paused is not None)
        paused = book.state.paused
        await book.append(ev.RunResumed(by="me"))
        await second

    assert paused is not None
    assert (paused.by, paused.reason) == (
        "provider",
        f"d1 and d2 were refused one after the other: {REFUSED}",
    )
