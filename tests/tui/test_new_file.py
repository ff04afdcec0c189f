"""A new file is there whole, or nothing is: on a full disk, and where something has its name already."""

import errno
import os
import stat
from pathlib import Path

import pytest

from saddle_engine.errors import ConfigError
from saddle_runs.appearing import appear
from saddle_runs.decisions import Choice
from saddle_tui.new_file import new_file, new_text
from saddle_tui.targets import Target
from saddle_tui.triage.desk import open_desk
from saddle_tui.triage.taking import take_home
from tests.tui.harvests import harvest


def test_a_full_disk_leaves_nothing_and_is_told(tmp_path: Path) -> None:
    def write() -> None:
        with new_file(tmp_path / "a.txt", "--x") as file:
            file.write(b"half of it")
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(ConfigError, match=r"^--x .*a\.txt cannot be written: No space left"):
        write()

    assert not [*tmp_path.iterdir()]


def test_what_came_to_have_the_name_meanwhile_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"

    def write() -> None:
        with new_text(path, "--x") as file:
            file.write("ours")
            path.symlink_to(tmp_path / "nowhere")

    with pytest.raises(ConfigError, match=r"^--x .* exists; name a new file$"):
        write()

    assert [each.name for each in tmp_path.iterdir()] == ["a.txt"]
    assert path.is_symlink()


def test_a_disk_without_links_has_new_files_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*names: object) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr("saddle_runs.appearing.os.link", refuse)
    with new_text(tmp_path / "a.txt", "--x") as file:
        file.write("ö\n")
    (tmp_path / "b.txt").write_text("more")
    with pytest.raises(FileExistsError):
        appear(tmp_path / "b.txt", tmp_path / "a.txt")

    assert (tmp_path / "a.txt").read_bytes() == "ö\n".encode()
    assert stat.S_IMODE((tmp_path / "a.txt").stat().st_mode) == 0o600


def test_the_text_of_a_request_is_there_with_its_patches_or_neither_is(tmp_path: Path) -> None:
    text, series, taken = (tmp_path / name for name in ("a.md", "a.patch", "taken.md"))
    taken.symlink_to(tmp_path / "nowhere.md")
    with open_desk(harvest(tmp_path / "home")) as desk:
        desk.choose("p1", Choice.CHOSEN, "me")
        for target, file in (
            (Target(branch=(tmp_path / "no-repository", "b")), text),
            (Target(patch=series), taken),
        ):
            with pytest.raises(ConfigError):
                take_home(desk, target, file)
        assert not any(each.exists() for each in (text, series, tmp_path / "nowhere.md"))

        take_home(desk, Target(patch=series), text)

    assert text.read_text().startswith("# Better agent harness: 1 patch")
    assert b"Verify everything" in series.read_bytes()
