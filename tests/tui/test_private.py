"""The engine's private folder is the same after a restart, and never anybody else's."""

import os
import stat
from pathlib import Path

import pytest

from saddle_tui.private import BOXES, private_folder


@pytest.fixture(autouse=True)
def runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "run"
    folder.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    return folder


def mode(folder: Path) -> int:
    return stat.S_IMODE(folder.lstat().st_mode)


def test_first_folder_is_private_and_new(runtime: Path) -> None:
    one, other = private_folder(""), private_folder("")

    assert one != other
    assert one.parent == runtime
    assert mode(one) == 0o700


def test_folder_of_the_engine_before_is_used_again_without_what_it_left() -> None:
    before = private_folder("")
    (before / "harnesses" / "t").mkdir(parents=True)
    (before / "s").write_text("socket")
    (before / "link").symlink_to("/")
    (before / BOXES).mkdir()
    (before / BOXES / "kept").write_text("for the reaper")

    again = private_folder(str(before))

    assert again == before
    assert [path.name for path in again.iterdir()] == [BOXES]
    assert (again / BOXES / "kept").exists()


def test_folder_that_is_gone_is_made_again() -> None:
    before = private_folder("")
    before.rmdir()

    assert private_folder(str(before)) == before
    assert mode(before) == 0o700


def test_link_in_its_place_is_refused_and_what_it_names_is_left_alone(tmp_path: Path) -> None:
    treasure = tmp_path / "treasure"
    treasure.mkdir(mode=0o700)
    (treasure / "gold").write_text("mine")
    link = tmp_path / "saddle-link"
    link.symlink_to(treasure)

    assert private_folder(str(link)) != link
    assert (treasure / "gold").exists()


@pytest.mark.parametrize("bits", [0o755, 0o701, 0o777])
def test_folder_that_others_can_enter_is_refused(tmp_path: Path, bits: int) -> None:
    open_folder = tmp_path / "open"
    open_folder.mkdir()
    open_folder.chmod(bits)
    (open_folder / "file").write_text("")

    assert private_folder(str(open_folder)) != open_folder
    assert (open_folder / "file").exists()


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a folder away")
def test_folder_of_another_user_is_refused(tmp_path: Path) -> None:
    others = tmp_path / "others"
    others.mkdir(mode=0o700)
    os.chown(others, 1234, 1234)

    assert private_folder(str(others)) != others


def test_file_in_its_place_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")

    assert private_folder(str(file)) != file
    assert file.exists()


def test_folder_whose_parent_is_gone_is_replaced(tmp_path: Path, runtime: Path) -> None:
    assert private_folder(str(tmp_path / "gone" / "saddle-1")).parent == runtime
