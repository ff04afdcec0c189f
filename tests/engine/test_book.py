"""Write, then fold: the order of records, and who hears of a failure."""

import asyncio
from collections.abc import Sequence

import pytest

from saddle_engine import events as ev
from saddle_engine.errors import JournalError
from saddle_engine.stages.book import Book
from saddle_engine.state import RunState
from saddle_engine.testing import MemoryJournal
from saddle_engine.types.base import RolloutId

DEADLINE_S = 5.0


def limit(value: float) -> ev.LimitChanged:
    return ev.LimitChanged(name="rollouts", value=value, by="operator")


def values(records: Sequence[ev.Record]) -> list[float]:
    return [record.event.value for record in records if isinstance(record.event, ev.LimitChanged)]


class GatedJournal(MemoryJournal):
    """Commits only while its gate is open."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.commits: list[int] = []

    async def append(self, *events: ev.AnyEvent) -> list[ev.Record]:
        await self.gate.wait()
        self.commits.append(len(events))
        return await super().append(*events)


class FullJournal(MemoryJournal):
    async def append(self, *events: ev.AnyEvent) -> list[ev.Record]:
        await asyncio.sleep(0)
        raise JournalError("the disk is full")


async def test_concurrent_appends_are_applied_in_the_order_of_the_journal() -> None:
    journal, answers = MemoryJournal(), dict[float, list[ev.Record]]()

    async def write(book: Book, value: float) -> None:
        answers[value] = await book.append(limit(value), limit(value + 0.5))

    async with asyncio.timeout(DEADLINE_S), Book(journal, RunState()) as book:
        async with asyncio.TaskGroup() as group:
            for value in range(1, 30):
                group.create_task(write(book, value))

        assert book.state == RunState().fold(journal.read())
        assert book.state.seq == 58
    assert all(values(records) == [value, value + 0.5] for value, records in answers.items())


async def test_appends_that_wait_for_a_commit_share_the_next_one() -> None:
    journal = GatedJournal()
    async with (
        asyncio.timeout(DEADLINE_S),
        Book(journal, RunState()) as book,
        asyncio.TaskGroup() as group,
    ):
        for value in range(1, 11):
            group.create_task(book.append(limit(value)))
        await asyncio.sleep(0)
        journal.gate.set()

    assert len(journal.commits) <= 2
    assert sum(journal.commits) == 10


async def test_caller_who_is_cancelled_while_waiting_loses_nothing() -> None:
    journal = GatedJournal()
    async with asyncio.timeout(DEADLINE_S), Book(journal, RunState()) as book:
        async with asyncio.TaskGroup() as group:
            writing = group.create_task(book.append(limit(7)))
            await asyncio.sleep(0)
            writing.cancel()
        assert writing.cancelled()
        journal.gate.set()
        await book.append(limit(8))

        assert values(journal.read()) == [7, 8]
        assert book.state.limits == {"rollouts": 8}


async def test_every_waiter_hears_that_the_journal_failed() -> None:
    heard: list[str] = []

    async def write(book: Book) -> None:
        with pytest.raises(JournalError) as failure:
            await book.append(limit(1))
        heard.append(str(failure.value))

    async with (
        asyncio.timeout(DEADLINE_S),
        Book(FullJournal(), RunState()) as book,
        asyncio.TaskGroup() as group,
    ):
        for _ in range(5):
            group.create_task(write(book))

    assert heard == ["the disk is full"] * 5


async def test_event_that_contradicts_the_state_is_an_error_of_its_caller_and_hangs_nobody() -> (
    None
):
    unknown = ev.RolloutStarted(rollout=RolloutId("r9"), tries=1)

    async with asyncio.timeout(DEADLINE_S), Book(MemoryJournal(), RunState()) as book:
        with pytest.raises(ValueError, match="r9"):
            await book.append(unknown)


async def test_waiting_for_a_condition_ends_with_the_record_that_fulfils_it() -> None:
    async def wait(book: Book, floor: float) -> None:
        await book.until(lambda state: state.limits.get("rollouts", 0) >= floor)

    async with (
        asyncio.timeout(DEADLINE_S),
        Book(MemoryJournal(), RunState()) as book,
        asyncio.TaskGroup() as group,
    ):
        for floor in (1, 3, 5):
            group.create_task(wait(book, floor))
        for value in (2, 4, 6):
            await book.append(limit(value))


async def test_closing_commits_what_is_queued() -> None:
    journal = MemoryJournal()
    async with asyncio.timeout(DEADLINE_S), Book(journal, RunState()) as book:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0):
                await book.append(limit(1))

    assert values(journal.read()) == [1]


async def test_closed_book_takes_nothing_more() -> None:
    async with Book(MemoryJournal(), RunState()) as book:
        pass

    with pytest.raises(JournalError, match="closed"):
        await book.append(limit(1))


async def test_error_of_the_body_comes_out_as_it_is() -> None:
    with pytest.raises(KeyError):
        async with Book(MemoryJournal(), RunState()):
            raise KeyError
