"""What a viewer remembers is used only when it is its own, whole, and of this version."""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from saddle_runs.views import NAME, Checkpoint, Views, Whole

ONE = Checkpoint(10, 0, "a", b"one" * 100, b"rest")
TWO = Checkpoint(20, 10, "b", b"two" * 100, b"rest")
OTHER = Checkpoint(15, 10, "c", b"other" * 100, b"rest")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    views = Views(tmp_path / "cache" / "run", "v1")
    assert views.add([ONE])
    assert views.add([TWO])
    return tmp_path / "cache" / "run"


def test_they_are_read_in_order_from_any_of_them_and_nobody_else_can_read_them(
    folder: Path,
) -> None:
    views = Views(folder, "v1")

    assert views.read(0, 9) == [ONE, TWO]
    assert views.read(0, 1) == [ONE]
    assert views.read(10, 9) == [TWO]
    assert views.read(20, 9) == []
    assert views.read(15, 9) == []  # follows one that is not there
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / NAME).stat().st_mode & 0o777 == 0o600


def test_another_version_reads_nothing_and_drops_what_it_finds(folder: Path) -> None:
    newer = Views(folder, "v2")
    assert newer.read(0, 9) == []

    assert newer.add([ONE])

    assert newer.read(0, 9) == [ONE]
    assert Views(folder, "v1").read(0, 9) == []


def test_whoever_goes_on_from_an_earlier_one_replaces_what_came_after_it(folder: Path) -> None:
    assert Views(folder, "v1").add([OTHER])

    assert Views(folder, "v1").read(0, 9) == [ONE, OTHER]


def test_nothing_is_added_to_what_is_no_longer_there(folder: Path) -> None:
    (folder / NAME).unlink()

    assert not Views(folder, "v1").add([TWO])
    assert Views(folder, "v1").read(0, 9) == []


def test_the_newest_is_kept_by_itself_for_this_version_alone(folder: Path) -> None:
    views = Views(folder, "v1")
    assert views.newest() is None

    views.keep(Whole(10, "a", b"one"))
    views.keep(Whole(20, "b", b"two"))

    assert views.newest() == Whole(20, "b", b"two")
    assert views.read(0, 9) == [ONE, TWO]
    assert Views(folder, "v2").newest() is None
    with sqlite3.connect(folder / NAME) as connection:
        connection.execute("UPDATE newest SET body = x'00'")
    connection.close()
    assert views.newest() is None


def test_one_at_a_time_writes(folder: Path) -> None:
    one, other = Views(folder, "v1"), Views(folder, "v1")
    assert not one.written

    with one.writing() as alone, other.writing() as also:
        assert (alone, also) == (True, False)
        assert other.written

    with other.writing() as alone:
        assert alone


def _readable(folder: Path) -> None:
    (folder / NAME).chmod(0o640)


def _writable(folder: Path) -> None:
    folder.chmod(0o770)


def _linked(folder: Path) -> None:
    (folder / NAME).rename(folder / "elsewhere")
    (folder / NAME).symlink_to(folder / "elsewhere")


def _noise(folder: Path) -> None:
    (folder / NAME).write_bytes(os.urandom(5000))


def _torn(folder: Path) -> None:
    os.truncate(folder / NAME, 4096)


def _gone(folder: Path) -> None:
    (folder / NAME).unlink()


@pytest.mark.parametrize("spoil", [_readable, _writable, _linked, _noise, _torn, _gone])
def test_what_is_odd_is_as_if_it_were_not_there(
    folder: Path, spoil: Callable[[Path], None]
) -> None:
    spoil(folder)

    assert Views(folder, "v1").read(0, 9) == []


@pytest.mark.parametrize("spoil", [_noise, _torn, _gone])
def test_what_is_damaged_is_written_anew(folder: Path, spoil: Callable[[Path], None]) -> None:
    spoil(folder)

    assert Views(folder, "v1").add([ONE])

    assert Views(folder, "v1").read(0, 9) == [ONE]


@pytest.mark.parametrize(("seq", "left"), [(10, []), (20, [ONE])])
def test_one_that_is_changed_ends_what_can_be_read(
    folder: Path, seq: int, left: list[Checkpoint]
) -> None:
    with sqlite3.connect(folder / NAME) as connection:
        connection.execute("UPDATE layers SET layer = x'00' WHERE seq = ?", (seq,))
    connection.close()

    assert Views(folder, "v1").read(0, 9) == left


def test_what_an_earlier_version_kept_in_another_way_is_dropped(folder: Path) -> None:
    (folder / NAME).unlink()
    with sqlite3.connect(folder / NAME) as connection:
        connection.execute("CREATE TABLE checkpoints (seq INTEGER, version TEXT, body BLOB)")
    connection.close()
    (folder / NAME).chmod(0o600)

    assert Views(folder, "v1").add([ONE])
    assert Views(folder, "v1").read(0, 9) == [ONE]


def test_a_cache_that_cannot_be_written_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    views = Views(tmp_path / "file" / "run", "v1")

    assert not views.add([ONE])
    with views.writing() as alone:
        assert not alone
    assert not views.written
    assert views.read(0, 9) == []
