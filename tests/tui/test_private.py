"""The engine's private folder: the same one for every engine of a run, and nobody else's."""

from pathlib import Path

import pytest

from saddle_tui.private import BOXES, private_folder


@pytest.fixture
def runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "runtime").mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "runtime"))
    return tmp_path / "runtime"


def test_a_first_engine_gets_a_folder_that_nobody_else_can_enter(runtime: Path) -> None:
    folder = private_folder("", "abc")

    assert folder.parent == runtime
    assert folder.stat().st_mode & 0o777 == 0o700


def test_the_next_engine_gets_it_again_without_what_was_staged(runtime: Path) -> None:
    folder = private_folder("", "abc")
    (folder / "harnesses" / "tree").mkdir(parents=True)
    (folder / "s").symlink_to(runtime)
    (folder / BOXES / "task-1").mkdir(parents=True)

    assert private_folder(str(folder), "xyz") == folder

    assert [path.name for path in folder.iterdir()] == [BOXES]
    assert (folder / BOXES / "task-1").is_dir(), "its processes are still to be ended"
    assert runtime.is_dir()


def test_a_folder_that_is_gone_comes_back_under_its_name(runtime: Path) -> None:
    folder = private_folder("", "abc")
    folder.rmdir()

    assert private_folder(str(folder), "xyz") == folder
    assert folder.stat().st_mode & 0o777 == 0o700


def test_what_others_can_enter_or_a_link_is_left_alone(runtime: Path, tmp_path: Path) -> None:
    open_to_all = tmp_path / "open"
    open_to_all.mkdir()
    open_to_all.chmod(0o755)
    (open_to_all / "theirs").touch()
    link = tmp_path / "link"
    link.symlink_to(open_to_all)

    for planted in (open_to_all, link):
        assert private_folder(str(planted), "abc") not in {open_to_all, link}
    assert (open_to_all / "theirs").exists()


def test_what_a_first_engine_left_that_died_at_once_is_found_again(runtime: Path) -> None:
    left = private_folder("", "abc")
    (left / "benchmark").mkdir()

    assert private_folder("", "abc") == left
    assert not any(left.iterdir())
    assert private_folder("", "other") != left


def test_a_first_path_that_somebody_else_made_is_not_taken(runtime: Path) -> None:
    (runtime / "saddle-abc").mkdir(mode=0o777)
    (runtime / "saddle-abc").chmod(0o777)

    assert private_folder("", "abc") != runtime / "saddle-abc"
