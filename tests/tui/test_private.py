"""The engine's private folder: the same one for every engine of a run, and nobody else's."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from saddle_tui.private import BOXES, private_folder


def taken(before: str, run: str) -> Path:
    """By an engine that has left since."""
    with private_folder(before, run) as folder:
        return folder


@pytest.fixture
def temporary(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Short, as the real one is."""
    with TemporaryDirectory(prefix="temporary-") as folder:
        monkeypatch.setattr(tempfile, "tempdir", folder)
        monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
        yield Path(folder)


def test_a_first_engine_gets_a_folder_that_nobody_else_can_enter(temporary: Path) -> None:
    folder = taken("", "abc")

    assert folder.parent == temporary
    assert folder.stat().st_mode & 0o777 == 0o700


def test_the_next_engine_gets_it_again_without_what_was_staged(temporary: Path) -> None:
    folder = taken("", "abc")
    (folder / "harnesses" / "tree").mkdir(parents=True)
    (folder / "s").symlink_to(temporary)
    (folder / BOXES / "task-1").mkdir(parents=True)

    assert taken(str(folder), "xyz") == folder

    assert [path.name for path in folder.iterdir()] == [BOXES]
    assert (folder / BOXES / "task-1").is_dir(), "its processes are still to be ended"
    assert temporary.is_dir()


def test_a_folder_that_is_gone_comes_back_under_its_name(temporary: Path) -> None:
    folder = taken("", "abc")
    folder.rmdir()

    assert taken(str(folder), "xyz") == folder
    assert folder.stat().st_mode & 0o777 == 0o700


def test_what_others_can_enter_or_a_link_is_left_alone(temporary: Path, tmp_path: Path) -> None:
    open_to_all = tmp_path / "open"
    open_to_all.mkdir()
    open_to_all.chmod(0o755)
    (open_to_all / "theirs").touch()
    link = tmp_path / "link"
    link.symlink_to(open_to_all)

    for planted in (open_to_all, link):
        assert taken(str(planted), "abc") not in {open_to_all, link}
    assert (open_to_all / "theirs").exists()


def test_what_a_first_engine_left_that_died_at_once_is_found_again(temporary: Path) -> None:
    left = taken("", "abc")
    (left / "benchmark").mkdir()

    assert taken("", "abc") == left
    assert not any(left.iterdir())
    assert taken("", "other") != left


def test_a_first_path_that_somebody_else_made_is_not_taken(temporary: Path) -> None:
    (temporary / "saddle-abc").mkdir(mode=0o777)
    (temporary / "saddle-abc").chmod(0o777)

    assert taken("", "abc") != temporary / "saddle-abc"


def test_a_path_too_long_for_a_socket_is_passed_over(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = temporary / ("d" * 80)
    long.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(long))

    fallen_back = taken(str(long / "saddle-old"), temporary.name)

    assert fallen_back == Path("/tmp") / f"saddle-{temporary.name}"
    fallen_back.rmdir()


def test_it_is_not_where_the_end_of_a_login_removes_it(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    login = temporary / "login"
    login.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(login))

    assert taken("", "abc").parent == temporary


def test_engines_of_two_copies_of_a_run_do_not_share_one(temporary: Path) -> None:
    before = taken("", "abc")
    with private_folder(str(before), "abc") as first:
        (first / "s").mkdir()

        with private_folder(str(before), "abc") as second:
            assert first == before
            assert second != first
            assert (first / "s").is_dir(), "it is at work"

    assert taken(str(before), "abc") == before
