"""Every odd file opens with all that was committed, or is refused in one sentence that says what to do."""

import multiprocessing
import os
import shutil
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext
from pathlib import Path

import pytest
from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from saddle_engine.errors import SaddleError
from saddle_engine.testing import FakeClock
from saddle_runs.database import Schema
from saddle_runs.finishing import finish
from saddle_runs.folder import RunFolder, find_run
from saddle_runs.migrations import first_run_tables
from saddle_runs.opening import open_run
from saddle_runs.viewer import RunViewer
from tests.runs.media import read_only
from tests.tui.stories import Story, write_run

fork = multiprocessing.get_context("fork")
PARTS = ("", "-wal", "-shm", "-journal")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    """Over, and not yet one file."""
    return write_run(tmp_path / "home", Story().start().seed().done())


@pytest.fixture
def place(tmp_path: Path) -> Path:
    folder = tmp_path / "place"
    folder.mkdir()
    return folder


def records(path: Path) -> int:
    """As any command would open it."""
    found = find_run(path.parent / "no-home", str(path))
    with RunViewer(found.database, FakeClock()) as viewer:
        viewer.check()
        return len(viewer.tail(0))


def finished(run: RunFolder, place: Path) -> Path:
    finish(run)
    return Path(shutil.copy(run.database, place / "finished.db"))


def with_a_log_that_is_gone(run: RunFolder, place: Path) -> Path:
    return Path(shutil.copy(run.database, place / "no-log.db"))


def with_a_log_that_holds_the_end(run: RunFolder, place: Path) -> Path:
    path = place / "log.db"
    with closing(sqlite3.connect(run.database)) as db, db:
        for (seq,) in db.execute("SELECT seq FROM journal WHERE seq > 3").fetchall():
            db.execute("INSERT INTO live VALUES (?, '', 0)", (str(seq),))
        db.commit()
        db.execute("CREATE TABLE kept AS SELECT * FROM journal")
        for part in PARTS[:2]:
            shutil.copy(f"{run.database}{part}", f"{path}{part}")
    assert Path(f"{path}-wal").stat().st_size
    return path


def with_a_change_that_was_cut_off(run: RunFolder, place: Path) -> Path:
    """An engine was killed while it wrote without a log."""
    path = finished(run, place)
    killed = fork.Process(target=_change_and_die, args=(path,))
    killed.start()
    killed.join()
    assert Path(f"{path}-journal").stat().st_size
    return path


def _change_and_die(path: Path) -> None:
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA cache_size = 1")
    db.execute("BEGIN")
    db.execute("DROP TRIGGER journal_keeps_all")
    db.execute("DELETE FROM journal")
    db.executemany("INSERT INTO live VALUES (?, ?, 0)", [(f"{n}", "x" * 9999) for n in range(99)])
    os._exit(9)


def through_a_link(run: RunFolder, place: Path) -> Path:
    (place / "link").symlink_to(finished(run, place))
    return place / "link"


def under_a_strange_name(run: RunFolder, place: Path) -> Path:
    return finished(run, place).rename(place / "a b?mode=rw&c#d%41\x1b:n1.db")


def as_a_folder(run: RunFolder, place: Path) -> Path:
    return Path(shutil.copytree(run.path, place / "folder"))


@pytest.mark.parametrize("writable", [False, True], ids=["read_only", "writable"])
@pytest.mark.parametrize(
    "odd",
    [
        finished,
        with_a_log_that_is_gone,
        with_a_log_that_holds_the_end,
        with_a_change_that_was_cut_off,
        through_a_link,
        under_a_strange_name,
        as_a_folder,
    ],
)
def test_it_opens_with_all_that_was_committed(
    run: RunFolder,
    place: Path,
    cache: Path,
    odd: Callable[[RunFolder, Path], Path],
    *,
    writable: bool,
) -> None:
    path = odd(run, place)
    with RunViewer(run.database, FakeClock()) as viewer:
        expected = len(viewer.tail(0))

    with nullcontext() if writable else read_only(place):
        assert records(path) == expected

    assert not list((cache / "saddle-tui").rglob("*.db")), "copies are gone once they are open"


def test_a_log_in_a_place_that_cannot_be_written_to_is_not_passed_over(
    run: RunFolder, place: Path
) -> None:
    path = place / "run.db"
    with closing(sqlite3.connect(run.database, isolation_level=None)) as db:
        db.execute("INSERT INTO live VALUES ('r1', 'in the log alone', 0)")
        for part in PARTS[:2]:
            shutil.copy(f"{run.database}{part}", f"{path}{part}")

    with read_only(place), RunViewer(path, FakeClock()) as viewer:
        assert viewer.live() == {"r1": "in the log alone"}


def test_an_older_file_is_read_in_a_newer_form_and_stays_as_it_is(
    run: RunFolder, place: Path
) -> None:
    path = finished(run, place)
    before = path.read_bytes()

    with closing(open_run(path, _newer())) as connection:
        assert connection.execute("SELECT count(*) FROM later").fetchone() == (0,)
        assert connection.execute("SELECT count(*) FROM journal").fetchone() > (0,)

    assert path.read_bytes() == before
    assert [each.name for each in place.iterdir()] == [path.name]


def _newer() -> Schema:
    steps = Migrations("saddle run")
    steps()(first_run_tables)

    @steps()
    def second(db: Database) -> None:
        db.execute("CREATE TABLE later (x INTEGER) STRICT")
        db.execute("PRAGMA user_version = 2")

    return Schema(lambda: steps, latest=2)


def missing(run: RunFolder, place: Path) -> Iterator[Path]:
    yield place / "missing.db"


def folder(run: RunFolder, place: Path) -> Iterator[Path]:
    yield place


def pipe(run: RunFolder, place: Path) -> Iterator[Path]:
    os.mkfifo(place / "pipe")
    yield place / "pipe"


def door(run: RunFolder, place: Path) -> Iterator[Path]:
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(place / "s"))
        yield place / "s"


def device(run: RunFolder, place: Path) -> Iterator[Path]:
    yield Path("/dev/zero")


def link_to_itself(run: RunFolder, place: Path) -> Iterator[Path]:
    (place / "loop").symlink_to(place / "loop")
    yield place / "loop"


def link_to_nothing(run: RunFolder, place: Path) -> Iterator[Path]:
    (place / "gone").symlink_to(place / "nothing")
    yield place / "gone"


def empty(run: RunFolder, place: Path) -> Iterator[Path]:
    (place / "empty.db").touch()
    yield place / "empty.db"


def text(run: RunFolder, place: Path) -> Iterator[Path]:
    (place / "notes.db").write_text("not a database\n" * 999)
    yield place / "notes.db"


def cut_off(run: RunFolder, place: Path) -> Iterator[Path]:
    path = finished(run, place)
    os.truncate(path, path.stat().st_size - 5000)
    yield path


def from_the_future(run: RunFolder, place: Path) -> Iterator[Path]:
    yield _changed(run, place, "PRAGMA user_version = 99")


def somebody_elses_database(run: RunFolder, place: Path) -> Iterator[Path]:
    with closing(sqlite3.connect(place / "other.db")) as db:
        db.execute("CREATE TABLE journal (x)")
        db.execute("PRAGMA user_version = 1")
    yield place / "other.db"


def control(run: RunFolder, place: Path) -> Iterator[Path]:
    yield run.control


def without_a_beginning(run: RunFolder, place: Path) -> Iterator[Path]:
    yield _changed(run, place, "DROP TRIGGER journal_keeps_all", "DELETE FROM journal")


def of_a_false_name(run: RunFolder, place: Path) -> Iterator[Path]:
    change = "UPDATE journal SET body = json_set(body, '$.run', '../../x') WHERE seq = 1"
    yield _changed(run, place, "DROP TRIGGER journal_keeps_records", change)


def a_view_for_a_table(run: RunFolder, place: Path) -> Iterator[Path]:
    view = (
        "CREATE VIEW journal AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
        " SELECT i AS seq, 0.0 AS at, 'x' AS kind, '' AS subject, '' AS body FROM n"
    )
    yield _changed(run, place, "DROP TABLE journal", view)


def _changed(run: RunFolder, place: Path, *statements: str) -> Path:
    path = finished(run, place)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)
    return path


@pytest.mark.parametrize(
    ("odd", "said"),
    [
        (missing, r"missing\.db: expected a run's folder or database: No such file"),
        (folder, r"place is no run's folder: there is no run\.db in it"),
        (pipe, r"is a pipe, not a file; name the run\.db of a run"),
        (door, r"is a socket, not a file"),
        (device, r"is a device, not a file"),
        (link_to_itself, r"loop: expected a run's folder or database"),
        (link_to_nothing, r"gone: expected a run's folder or database: No such file"),
        (empty, r"is empty and was left as it was; copy it again"),
        (text, r"file is not a database"),
        (cut_off, r"is damaged"),
        (from_the_future, r"newer saddle-tui \(schema 99, this one reads up to 1\); update"),
        (somebody_elses_database, r"is no run's database; name the run\.db of a run"),
        (control, r"is no run's database; name the run\.db"),
        (without_a_beginning, r"does not hold a run's beginning"),
        (of_a_false_name, r"says it is the run '\.\./\.\./x'"),
        (a_view_for_a_table, r"is no run's database; name the run\.db of a run"),
    ],
)
def test_it_is_refused_in_a_sentence(
    run: RunFolder,
    place: Path,
    odd: Callable[[RunFolder, Path], Iterator[Path]],
    said: str,
) -> None:
    made = odd(run, place)

    with pytest.raises(SaddleError, match=said) as refused:
        records(next(made))

    assert "\n" not in str(refused.value)
    assert len(list(made)) == 0


def test_what_one_may_not_read_is_refused_in_a_sentence(
    run: RunFolder, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = finished(run, place)
    allowed = os.access
    monkeypatch.setattr(os, "access", lambda at, mode: at != path and allowed(at, mode))

    with pytest.raises(SaddleError, match=r"belongs to the user with id \d+ .* ask for a copy"):
        records(path)


def test_any_flipped_byte_gives_records_or_a_sentence(run: RunFolder, place: Path) -> None:
    path = finished(run, place)
    whole = path.read_bytes()
    refused = 0
    for at in [*range(100), *range(100, len(whole), len(whole) // 150)]:
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        try:
            records(path)
        except SaddleError:
            refused += 1
        for part in PARTS[1:]:
            Path(f"{path}{part}").unlink(missing_ok=True)
    assert refused > 50
