"""What a viewer remembers is used only when it is its own, whole, and of this version."""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from saddle_runs.views import NAME, Checkpoint, Views

ONE, TWO = Checkpoint(10, "a", b"one" * 100), Checkpoint(20, "b", b"two" * 100)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    views = Views(tmp_path / "cache" / "run", "v1")
    views.keep(ONE)
    views.keep(TWO)
    return tmp_path / "cache" / "run"


def test_the_nearest_before_a_record_is_found_and_nobody_else_can_read_it(folder: Path) -> None:
    views = Views(folder, "v1")

    assert views.nearest() == TWO
    assert [views.nearest(upto) for upto in (9, 10, 19, 20, 99)] == [None, ONE, ONE, TWO, TWO]
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / NAME).stat().st_mode & 0o777 == 0o600


def test_another_version_reads_nothing_and_drops_what_it_finds(folder: Path) -> None:
    newer = Views(folder, "v2")
    assert newer.nearest() is None

    newer.keep(ONE)

    assert newer.nearest() == ONE
    assert Views(folder, "v1").nearest() is None


def _readable(folder: Path) -> None:
    (folder / NAME).chmod(0o640)


def _writable(folder: Path) -> None:
    folder.chmod(0o770)


def _linked(folder: Path) -> None:
    (folder / NAME).rename(folder / "elsewhere")
    (folder / NAME).symlink_to(folder / "elsewhere")


def _changed(folder: Path) -> None:
    with sqlite3.connect(folder / NAME) as connection:
        connection.execute("UPDATE checkpoints SET body = x'00' WHERE seq = 20")
    connection.close()


def _noise(folder: Path) -> None:
    (folder / NAME).write_bytes(os.urandom(5000))


def _gone(folder: Path) -> None:
    (folder / NAME).unlink()


@pytest.mark.parametrize("spoil", [_readable, _writable, _linked, _changed, _noise, _gone])
def test_what_is_odd_is_as_if_it_were_not_there(
    folder: Path, spoil: Callable[[Path], None]
) -> None:
    spoil(folder)

    assert Views(folder, "v1").nearest() is None


def test_a_cache_that_cannot_be_written_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    views = Views(tmp_path / "file" / "run", "v1")

    views.keep(ONE)

    assert views.nearest() is None
