"""What every journal promises."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from saddle_engine.errors import JournalError
from saddle_engine.events import RolloutStarted, RunFailed, RunFinished
from saddle_engine.ports import Blobs, Journal
from saddle_engine.testing import FakeClock, MemoryJournal
from saddle_engine.types.base import Digest, RolloutId
from saddle_runs.folder import create_run
from saddle_runs.journal import RunJournal


class Both(Journal, Blobs, Protocol):
    """A journal that also keeps blobs."""


@pytest.fixture(params=["memory", "disk"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Both]:
    clock = FakeClock()
    if request.param == "memory":
        yield MemoryJournal(clock)
        return
    with RunJournal(create_run(tmp_path / "home", "r", clock).database, clock) as opened:
        yield opened


def started(rollout: str) -> RolloutStarted:
    return RolloutStarted(rollout=RolloutId(rollout), tries=1)


async def test_records_are_counted_from_one_and_dated(journal: Both) -> None:
    records = await journal.append(started("r1"), started("r2"))
    records += await journal.append(RunFinished())

    assert [record.seq for record in records] == [1, 2, 3]
    assert {record.at for record in records} == {FakeClock().now()}
    assert records[1].event == started("r2")


async def test_what_append_returns_is_what_read_returns(journal: Both) -> None:
    appended = await journal.append(started("r1"), RunFailed(error="a\x00b\u2028c \x1b[2J 😀"))

    assert list(journal.read()) == appended


async def test_reading_begins_after_the_given_record(journal: Both) -> None:
    await journal.append(started("r1"), started("r2"), started("r3"))

    assert [record.seq for record in journal.read(after=1)] == [2, 3]
    assert list(journal.read(after=3)) == []


async def test_a_subject_is_read_alone(journal: Both) -> None:
    await journal.append(started("r1"), started("r2"), RunFinished(), started("r1"))

    assert [record.seq for record in journal.read(subject="r1")] == [1, 4]
    assert [record.seq for record in journal.read(subject="r1", after=1)] == [4]
    assert [record.seq for record in journal.read(subject="")] == [3]


async def test_parallel_appends_keep_their_events_together_and_in_order(journal: Both) -> None:
    async with asyncio.TaskGroup() as group:
        tasks = [
            group.create_task(journal.append(started(f"r{n}"), started(f"r{n}"))) for n in range(20)
        ]

    for n, task in enumerate(tasks):
        assert [record.event for record in task.result()] == [started(f"r{n}")] * 2
        first, second = (record.seq for record in task.result())
        assert second == first + 1
    assert [record.seq for record in journal.read()] == list(range(1, 41))


async def test_nothing_to_append_is_no_record(journal: Both) -> None:
    assert await journal.append() == []
    assert list(journal.read()) == []


async def test_a_blob_comes_back_before_and_after_the_next_append(journal: Both) -> None:
    content = b"\x00\xff" * 5000

    digest = journal.put(content)

    assert journal.get(digest) == content
    await journal.append(RunFinished())
    assert journal.get(digest) == content
    assert journal.put(content) == digest
    assert journal.get(journal.put(b"")) == b""


async def test_an_unknown_blob_is_an_error(journal: Both) -> None:
    with pytest.raises(JournalError, match="is not in the journal"):
        journal.get(Digest("0" * 64))


async def test_live_lines_are_no_records(journal: Both) -> None:
    journal.show("r1", "half a rep")
    journal.hide("r1")
    journal.hide("never shown")

    assert list(journal.read()) == []
