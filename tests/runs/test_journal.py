"""What the journal on disk promises beyond its port."""

import asyncio
import math
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saddle_engine.errors import JournalError
from saddle_engine.events import EngineStarted, LimitChanged, RolloutStarted, RunFailed, RunFinished
from saddle_engine.testing import FakeClock
from saddle_engine.types.base import Digest, RolloutId
from saddle_runs.folder import create_run
from saddle_runs.journal import RunJournal
from saddle_runs.records import decode, encode
from saddle_runs.viewer import RunViewer

NORMAL, FULL = 1, 2


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return create_run(tmp_path / "home", "r", FakeClock()).database


@pytest.fixture
def journal(database: Path) -> Iterator[RunJournal]:
    with RunJournal(database, FakeClock()) as opened:
        yield opened


def started(rollout: str) -> RolloutStarted:
    return RolloutStarted(rollout=RolloutId(rollout), tries=1)


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not holds():  # noqa: ASYNC110 - another thread writes the file, there is no event
            await asyncio.sleep(0.01)


async def test_a_reopened_journal_goes_on_counting(database: Path) -> None:
    with RunJournal(database, FakeClock()) as first:
        digest = first.put(b"kept")
        await first.append(started("r1"))

    with RunJournal(database, FakeClock()) as second:
        (record,) = await second.append(started("r2"))
        assert record.seq == 2
        assert second.get(digest) == b"kept"
        assert [r.seq for r in second.read()] == [1, 2]


async def test_a_cancelled_append_is_journalled_once(journal: RunJournal) -> None:
    for n in range(20):
        task = asyncio.ensure_future(journal.append(started(f"r{n}")))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

        assert [record.event for record in journal.read(after=n)] == [started(f"r{n}")]


async def test_an_append_that_never_began_leaves_nothing(journal: RunJournal) -> None:
    task = asyncio.ensure_future(journal.append(started("r1")))
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    (record,) = await journal.append(RunFinished())
    assert record.seq == 1


async def test_events_wait_for_the_disk_and_live_lines_do_not(journal: RunJournal) -> None:
    def level() -> int:
        return int(
            journal._committer._writer._connection.execute("PRAGMA synchronous").fetchone()[0]
        )

    await journal.append(RunFinished())
    assert level() == FULL
    journal.show("r1", "x")
    await until(lambda: level() == NORMAL)


async def test_blobs_without_an_append_are_kept_by_closing(database: Path) -> None:
    with RunJournal(database, FakeClock()) as journal:
        digest = journal.put(b"late")

    with RunViewer(database, FakeClock()) as viewer:
        assert viewer.blob(digest) == b"late"


async def test_a_closed_journal_refuses(database: Path) -> None:
    journal = RunJournal(database, FakeClock())
    journal.close()
    journal.close()

    with pytest.raises(JournalError, match="closed"):
        await journal.append(RunFinished())
    with pytest.raises(JournalError, match="closed"):
        journal.put(b"x")


async def test_an_engine_that_lost_the_run_cannot_write(database: Path) -> None:
    with RunJournal(database, FakeClock()) as old:
        await old.append(started("r1"))
        with RunJournal(database, FakeClock()) as new:
            with pytest.raises(JournalError, match="another engine took over"):
                await old.append(started("r2"))
            (record,) = await new.append(started("r3"))

    assert record.seq == 2


async def test_a_full_disk_ends_all_writing(database: Path) -> None:
    with RunJournal(database, FakeClock()) as journal:
        await journal.append(started("r1"))
        connection = journal._committer._writer._connection
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count={pages}")
        big = started("r" * 100_000)

        results = [asyncio.ensure_future(journal.append(big)) for _ in range(3)]
        for result in results:
            with pytest.raises(JournalError, match="free some disk space"):
                await result
        with pytest.raises(JournalError, match="free some disk space"):
            await journal.append(started("r2"))

        assert [record.event for record in journal.read()] == [started("r1")]
    with RunJournal(database, FakeClock()) as again:
        (record,) = await again.append(started("r2"))
    assert record.seq == 2


async def test_live_lines_reach_viewers_and_go(database: Path, journal: RunJournal) -> None:
    with RunViewer(database, FakeClock()) as viewer:
        journal.show("r1", "x" * 50_000 + "the end \ud800")
        await until(lambda: "r1" in viewer.live())
        text = viewer.live()["r1"]
        assert text.endswith("the end \ufffd")
        assert len(text) == 20_000

        journal.hide("r1")
        await until(lambda: not viewer.live())


async def test_live_lines_of_a_dead_engine_are_dropped(database: Path) -> None:
    with RunJournal(database, FakeClock()) as journal:
        journal.show("r1", "half")

    with RunJournal(database, FakeClock()), RunViewer(database, FakeClock()) as viewer:
        assert viewer.live() == {}


async def test_the_heartbeat_tells_a_living_engine(database: Path) -> None:
    clock = FakeClock()
    with RunViewer(database, clock) as viewer:
        assert viewer.heartbeat_age() is None
        with RunJournal(database, clock):
            assert viewer.heartbeat_age() == 0
            clock.advance(50)
            assert viewer.heartbeat_age() == 50
            await until(lambda: viewer.heartbeat_age() == 0)
        assert viewer.heartbeat_age() is None


async def test_hostile_values_come_back_as_append_returned_them(journal: RunJournal) -> None:
    appended = await journal.append(
        RunFailed(error="lone \ud83d here, whole \ud83d\ude00 there"),
        LimitChanged(name="usd", value=math.inf, by="\udcff"),
        EngineStarted(pid=2**80, host="", private=""),
    )

    assert list(journal.read()) == appended
    assert appended[0].event == RunFailed(error="lone \ufffd here, whole \U0001f600 there")
    assert appended[1].event == LimitChanged(name="usd", value=math.inf, by="\ufffd")
    assert appended[2].event == EngineStarted(pid=2**80, host="", private="")


async def test_not_a_number_stays_one(journal: RunJournal) -> None:
    await journal.append(LimitChanged(name="usd", value=math.nan, by=""))

    (record,) = journal.read()
    assert isinstance(record.event, LimitChanged)
    assert math.isnan(record.event.value)


@given(st.text(), st.floats(allow_nan=False), st.integers())
@settings(max_examples=200, deadline=None)
def test_any_text_and_number_survives(text: str, number: float, whole: int) -> None:
    limit = LimitChanged(name=text, value=number, by="x")
    engine = EngineStarted(pid=whole, host=text, private="")

    assert decode(1, 0.0, encode(limit)).event == limit
    assert decode(1, 0.0, encode(engine)).event == engine


@given(st.text(), st.sampled_from("\ud800\udbff\udc00\udfff"), st.text())
@settings(max_examples=50, deadline=None)
def test_a_lone_surrogate_becomes_a_mark_and_nothing_else_changes(
    before: str, surrogate: str, after: str
) -> None:
    event = RunFailed(error=before + surrogate + after)

    read = decode(1, 0.0, encode(event)).event

    assert read == RunFailed(error=before + "\ufffd" + after)


def raw(database: Path, *statements: str) -> None:
    connection = sqlite3.connect(database)
    with connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


@pytest.mark.parametrize(
    "body", ["{}", "[", '{"kind":"FromTheFuture"}', '{"kind":"RunFinished","x":1}']
)
async def test_an_undecodable_record_is_named(database: Path, body: str) -> None:
    with RunJournal(database, FakeClock()) as journal:
        await journal.append(started("r1"))
        connection = sqlite3.connect(database)
        with connection:
            connection.execute("INSERT INTO journal VALUES (2, 0, 'x', '', ?)", (body,))
        connection.close()

        with pytest.raises(JournalError, match="record 2 of the journal"):
            journal.read()


async def test_a_missing_record_is_named(database: Path) -> None:
    with RunJournal(database, FakeClock()) as journal:
        await journal.append(started("r1"), started("r2"), started("r3"))
    raw(database, "DROP TRIGGER journal_keeps_all", "DELETE FROM journal WHERE seq = 2")

    with (
        RunViewer(database, FakeClock()) as viewer,
        pytest.raises(JournalError, match="record 2 of the journal is missing"),
    ):
        viewer.tail(0)


@pytest.mark.parametrize("change", ["DELETE FROM journal", "UPDATE journal SET body = '{}'"])
async def test_records_cannot_be_changed_or_deleted(database: Path, change: str) -> None:
    with RunJournal(database, FakeClock()) as journal:
        await journal.append(started("r1"))

    with pytest.raises(sqlite3.IntegrityError, match="never"):
        raw(database, change)


async def test_a_damaged_blob_is_refused(database: Path) -> None:
    with RunJournal(database, FakeClock()) as journal:
        digest = journal.put(b"right")
        other = journal.put(b"wrong")
    raw(
        database,
        "UPDATE blobs SET content = (SELECT content FROM blobs ORDER BY digest DESC LIMIT 1)",
    )
    with RunViewer(database, FakeClock()) as viewer:
        results = [_damaged(viewer, name) for name in (digest, other)]
    assert sorted(results) == [False, True]


def test_a_blob_that_says_it_is_larger_than_any_does_not_fill_the_memory(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with RunJournal(database, FakeClock()) as journal:
        digest = journal.put(bytes(100_000))
    raw(database, "UPDATE blobs SET size = 1 << 60")
    with RunViewer(database, FakeClock()) as viewer:
        assert len(viewer.blob(digest)) == 100_000
        monkeypatch.setattr("saddle_runs.blobs.LARGEST", 10_000)

        assert _damaged(viewer, digest)


def _damaged(viewer: RunViewer, digest: Digest) -> bool:
    try:
        viewer.blob(digest)
    except JournalError as error:
        return "damaged" in str(error)
    return False


async def test_tailing_pages_through_the_journal(database: Path, journal: RunJournal) -> None:
    with RunViewer(database, FakeClock()) as viewer:
        await journal.append(*(started(f"r{n}") for n in range(25)))

        pages = [viewer.tail(0, 10), viewer.tail(10, 10), viewer.tail(20, 10), viewer.tail(25, 10)]

        assert [len(page) for page in pages] == [10, 10, 5, 0]
        assert viewer.tail(25) == []
        await journal.append(started("r99"))
        assert [record.seq for record in viewer.tail(25)] == [26]
        assert [record.seq for record in viewer.records("r99")] == [26]


async def test_a_viewer_cannot_write(database: Path, journal: RunJournal) -> None:
    with RunViewer(database, FakeClock()) as viewer, pytest.raises(sqlite3.OperationalError):
        viewer._connection.execute("UPDATE engine SET epoch = 7")
