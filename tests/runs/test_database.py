"""Files that are unfit are refused in a sentence and left as they are."""

import multiprocessing
import os
import signal
import sqlite3
import stat
from pathlib import Path

import pytest
from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from saddle_engine.errors import JournalError
from saddle_engine.events import RunFailed
from saddle_engine.testing import FakeClock
from saddle_runs.database import Schema, open_reader, open_writer
from saddle_runs.folder import create_run
from saddle_runs.journal import RunJournal
from saddle_runs.migrations import first_run_tables
from saddle_runs.schemas import RUN
from saddle_runs.viewer import RunViewer

fork = multiprocessing.get_context("fork")


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    """Of a run with 100 records, closed in good order."""
    path = create_run(tmp_path / "home", "r", FakeClock()).database
    with RunJournal(path, FakeClock()) as journal:
        journal.put(os.urandom(20_000))
        for n in range(10):
            await journal.append(*(RunFailed(error=f"{n} {k} " + "x" * 200) for k in range(10)))
    return path


def run_sql(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(statement)
    connection.close()


def test_a_run_that_was_closed_is_one_file(database: Path) -> None:
    assert [path.name for path in database.parent.glob("run.db*")] == ["run.db"]


def test_a_truncated_database_is_refused_and_kept(database: Path) -> None:
    whole = database.read_bytes()
    for cut in range(0, len(whole), len(whole) // 50):
        database.write_bytes(whole[:cut])

        with pytest.raises(JournalError, match=r"left as it was"):
            RunJournal(database, FakeClock())

        assert database.read_bytes() == whole[:cut]


def test_a_flipped_byte_gives_all_records_or_a_refusal(database: Path) -> None:
    whole = database.read_bytes()
    refused = 0
    for place in range(0, len(whole), len(whole) // 100):
        changed = bytearray(whole)
        changed[place] ^= 0x55
        database.write_bytes(changed)
        try:
            with RunViewer(database, FakeClock()) as viewer:
                viewer.check()
                assert [record.seq for record in viewer.tail(0)] == list(range(1, 101))
        except JournalError:
            refused += 1
        assert database.read_bytes() == bytes(changed)
    assert refused > 10


def test_a_text_that_is_no_utf8_is_refused_without_quoting_it(database: Path) -> None:
    whole = database.read_bytes()
    place = whole.rindex(b'"kind"')
    database.write_bytes(whole[:place] + b"\xff" + whole[place + 1 :])

    told = pytest.raises(JournalError, match="column 'body'; the file is damaged")
    with told as refused, RunViewer(database, FakeClock()) as viewer:
        viewer.tail(0)
    assert "kind" not in str(refused.value)


@pytest.mark.parametrize("content", [b"", b"not a database at all" * 100, b"\0" * 8192])
def test_a_file_that_is_no_database_is_refused_and_kept(database: Path, content: bytes) -> None:
    database.write_bytes(content)

    with pytest.raises(JournalError, match="left as it was"):
        RunJournal(database, FakeClock())
    with pytest.raises(JournalError, match="left as it was"):
        RunViewer(database, FakeClock())
    assert database.read_bytes() == content


def test_a_missing_database_is_refused_and_not_made(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="there is no database at"):
        RunJournal(tmp_path / "run.db", FakeClock())
    assert not (tmp_path / "run.db").exists()


def test_a_newer_schema_is_refused(database: Path) -> None:
    run_sql(database, "PRAGMA user_version = 7")

    for opened in (RunJournal, RunViewer):
        with pytest.raises(JournalError, match=r"newer saddle-tui \(schema 7, .* up to 1\)"):
            opened(database, FakeClock())


def test_odd_characters_in_a_path_are_no_matter(tmp_path: Path) -> None:
    home = tmp_path / "a b?mode=memory#c%20'é"

    with RunJournal(create_run(home, "r", FakeClock()).database, FakeClock()) as journal:
        assert list(journal.read()) == []


def second(step: str) -> Schema:
    """A schema with one more step."""
    steps = Migrations("saddle run")
    steps()(first_run_tables)

    @steps()
    def more(db: Database) -> None:
        db.execute("CREATE TABLE more (x INTEGER) STRICT")
        if step == "fails":
            db.execute("CREATE TABLE journal (x)")
        if step == "is killed":
            os.kill(os.getpid(), signal.SIGKILL)
        db.execute("PRAGMA user_version = 2")

    return Schema(lambda: steps, latest=2)


def tables(path: Path) -> set[str]:
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    connection.close()
    return {name for (name,) in rows}


def test_an_older_file_is_migrated_after_a_private_backup(database: Path) -> None:
    before = tables(database)

    open_writer(database, second("works")).close()

    assert tables(database) == before | {"more"}
    backup = database.with_name("run.db.v1.backup")
    assert tables(backup) == before
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    with pytest.raises(JournalError, match="newer saddle-tui"):
        open_writer(database, RUN)


def test_a_migration_that_fails_changes_nothing(database: Path) -> None:
    before = tables(database)

    with pytest.raises(JournalError, match="already exists"):
        open_writer(database, second("fails"))

    assert tables(database) == before
    with RunJournal(database, FakeClock()) as journal:
        assert len(journal.read()) == 100


def test_a_migration_that_is_killed_changes_nothing(database: Path) -> None:
    before = tables(database)

    victim = fork.Process(target=open_writer, args=(database, second("is killed")))
    victim.start()
    victim.join(30)

    assert victim.exitcode == -signal.SIGKILL
    assert tables(database) == before
    open_writer(database, second("works")).close()
    assert tables(database) == before | {"more"}


def test_viewers_leave_older_files_to_the_engine(database: Path) -> None:
    with pytest.raises(JournalError, match="older saddle-tui; resume the run"):
        open_reader(database, second("works"))
