"""How runs come to be and are found again."""

import asyncio
import os
import re
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from saddle_engine.errors import ConfigError
from saddle_engine.events import RunFinished
from saddle_engine.testing import FakeClock
from saddle_runs.folder import (
    RunFolder,
    _new_id,
    create_run,
    find_run,
    free_name,
    list_runs,
    refuse_lone,
)
from saddle_runs.home import check_home, find_home, make_home
from saddle_runs.journal import RunJournal
from saddle_runs.mounts import filesystem_of
from tests.tui.stories import Story


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / ".saddle"


@pytest.fixture
def new(home: Path) -> Callable[[str], RunFolder]:
    """Makes runs, each a second after the one before."""
    clock = FakeClock()

    def create(name: str) -> RunFolder:
        clock.advance(1)
        return create_run(home, name, clock)

    return create


def modes(folder: Path) -> dict[str, str]:
    return {path.name: oct(stat.S_IMODE(path.stat().st_mode)) for path in folder.iterdir()}


async def test_only_the_owner_can_enter_or_read_a_run(new: Callable[[str], RunFolder]) -> None:
    before = os.umask(0)
    try:
        run = new("demo")
        with RunJournal(run.database, FakeClock()) as journal:
            await journal.append(RunFinished())
            found = modes(run.path)
    finally:
        os.umask(before)

    assert set(found) == {
        "run.db",
        "run.db-wal",
        "run.db-shm",
        "control.db",
        "engine.log",
        "lock",
    }
    assert set(found.values()) == {"0o600"}
    for folder in (run.path, run.path.parent, run.path.parent.parent):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_ids_are_short_unique_and_in_order(new: Callable[[str], RunFolder], home: Path) -> None:
    runs = [new(f"r{n}") for n in range(40)]

    ids = [run.id for run in runs]
    assert ids == sorted(set(ids))
    assert all(re.fullmatch("[0-9a-z]{8}", id_) for id_ in ids)
    assert list_runs(home) == runs[::-1]


def test_runs_of_one_second_have_ids_of_their_own() -> None:
    taken: set[str] = set()

    for _ in range(100):
        taken.add(_new_id(1_800_000_000.5, taken))

    assert len(taken) == 100
    assert len({id_[:6] for id_ in taken}) == 1
    assert min(_new_id(1_800_000_001.0, ()) for _ in range(100)) > max(taken)


def test_a_run_is_found_by_name_id_or_beginning(
    new: Callable[[str], RunFolder], home: Path
) -> None:
    demo, other, longer = new("demo"), new("gaia"), new("demo-2")

    assert find_run(home, "demo") == demo
    assert find_run(home, "g") == other
    assert find_run(home, longer.id) == longer
    assert find_run(home, "demo-") == longer
    assert find_run(home, None) == longer


def test_an_unknown_run_names_the_nearest(new: Callable[[str], RunFolder], home: Path) -> None:
    demo = new("demo")
    new("something-else")

    with pytest.raises(ConfigError) as caught:
        find_run(home, "dmeo\x1b[2J")
    with pytest.raises(
        ConfigError, match=rf"no run is called 'dmeo'.*nearest are demo \({demo.id}\)$"
    ):
        find_run(home, "dmeo")
    assert "\x1b" not in str(caught.value)


def test_an_ambiguous_beginning_names_its_candidates(
    new: Callable[[str], RunFolder], home: Path
) -> None:
    new("alpha-1")
    new("alpha-2")
    new("beta")

    with pytest.raises(ConfigError, match=r"several runs: alpha-2 \(\w+\), alpha-1 \(\w+\)$"):
        find_run(home, "alpha")


def test_no_runs_is_a_sentence(home: Path) -> None:
    with pytest.raises(ConfigError, match="there are no runs in"):
        find_run(home, None)


def test_a_name_is_given_once(new: Callable[[str], RunFolder], home: Path) -> None:
    new("demo")

    with pytest.raises(ConfigError, match="'demo' exists already"):
        new("demo")
    assert free_name(home, "demo") == "demo-2"
    new("demo-2")
    assert free_name(home, "demo") == "demo-3"
    assert free_name(home, "fresh") == "fresh"


@pytest.mark.parametrize("name", ["", ".hidden", "a/b", "..", "Upper", "a b", "x" * 65, "é", "a\n"])
def test_a_name_that_is_no_name_is_refused(home: Path, name: str) -> None:
    with pytest.raises(ConfigError, match="cannot be a run's name"):
        create_run(home, name, FakeClock())


def test_strangers_files_are_no_runs(new: Callable[[str], RunFolder], home: Path) -> None:
    run = new("demo")
    (home / "runs" / "notes.txt").touch()
    (home / "runs" / ".0000000a-half").mkdir()
    (home / "runs" / "0000000a-link").symlink_to(run.path)

    assert list_runs(home) == [run]


def test_the_home_is_found_upward_like_git(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)

    assert find_home(None, {}, inner) == inner / ".saddle"
    (tmp_path / ".saddle").mkdir()
    assert find_home(None, {}, inner) == tmp_path / ".saddle"
    assert find_home(None, {"SADDLE_HOME": "/x/y"}, inner) == Path("/x/y")
    assert find_home(Path("/given"), {"SADDLE_HOME": "/x/y"}, inner) == Path("/given")


@pytest.mark.parametrize("mode", [0o770, 0o702])
def test_a_home_that_others_can_write_is_refused(home: Path, mode: int) -> None:
    make_home(home)
    home.chmod(mode)

    with pytest.raises(ConfigError, match="can be written by others"):
        list_runs(home)
    with pytest.raises(ConfigError, match="can be written by others"):
        create_run(home, "demo", FakeClock())


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give files away")
def test_a_home_or_link_of_another_user_is_refused(home: Path, tmp_path: Path) -> None:
    make_home(home)
    link = tmp_path / "link"
    link.symlink_to(home)
    check_home(link)
    os.chown(link, 12345, 12345, follow_symlinks=False)
    with pytest.raises(ConfigError, match="belongs to the user with id 12345"):
        check_home(link)

    os.chown(home, 12345, 12345)
    with pytest.raises(ConfigError, match="belongs to the user with id 12345"):
        create_run(home, "demo", FakeClock())


def test_a_home_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(ConfigError, match="cannot be made"):
        create_run(tmp_path / "file", "demo", FakeClock())


def test_git_does_not_see_a_home(new: Callable[[str], RunFolder], home: Path) -> None:
    new("demo")

    assert (home / ".gitignore").read_text() == "*\n"


def test_the_file_system_of_a_folder_is_that_of_its_deepest_mount(tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(
        "21 1 8:1 / / rw - ext4 /dev/a rw\n"
        f"22 21 0:5 / {tmp_path}/a\\040b rw shared:1 - nfs4 host:/x rw\n"
        f"23 22 0:6 / {tmp_path}/a\\040b/local rw - xfs /dev/b rw\n"
    )

    assert filesystem_of(tmp_path / "a b" / "c", mounts) == "nfs4"
    assert filesystem_of(tmp_path / "a b" / "local" / "d", mounts) == "xfs"
    assert filesystem_of(tmp_path / "a bc", mounts) == "ext4"
    assert filesystem_of(tmp_path, tmp_path / "none") == ""


def _begun(run: RunFolder) -> RunFolder:
    """With the first record of a run."""
    started = Story().start(run=run.id, name=run.name).events[0]
    with RunJournal(run.database, FakeClock()) as journal:
        asyncio.run(journal.append(started))
    return run


def test_a_run_is_found_by_its_path(
    new: Callable[[str], RunFolder], home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = _begun(new("demo"))
    elsewhere = tmp_path / "no-home"

    for path in (run.path, run.database, f"{run.path}/", run.path / ".." / run.path.name):
        assert find_run(elsewhere, str(path)) == run
    monkeypatch.chdir(run.path.parent)
    assert find_run(elsewhere, f"./{run.path.name}") == run
    assert find_run(elsewhere, run.path.name) == run
    monkeypatch.chdir(run.path)
    assert find_run(elsewhere, "run.db") == run


def test_a_file_of_any_name_is_a_run_to_look_at(
    new: Callable[[str], RunFolder], home: Path, tmp_path: Path
) -> None:
    run = _begun(new("demo"))
    shutil.copy(run.database, tmp_path / "from a friend")

    found = find_run(home, str(tmp_path / "from a friend"))

    assert (found.id, found.name, found.home) == (run.id, "demo", home)
    assert found.database == found.file == tmp_path / "from a friend"
    assert not any(at.exists() for at in (found.control, found.lock, found.log, found.store))
    with pytest.raises(ConfigError, match=r"steer needs a run in its home; .*from a friend is one"):
        refuse_lone(found, "steer")


def test_a_copied_folder_is_only_looked_at(
    new: Callable[[str], RunFolder], home: Path, tmp_path: Path
) -> None:
    run = _begun(new("demo"))
    copied = shutil.copytree(run.path, tmp_path / "archive" / run.path.name)

    assert find_run(home, str(copied)).file == copied / "run.db"


def test_a_home_that_others_can_write_to_is_only_looked_at(
    new: Callable[[str], RunFolder], home: Path
) -> None:
    run = _begun(new("demo"))
    home.chmod(0o777)

    assert find_run(home, str(run.path)).file == run.database


def test_a_runs_name_comes_before_a_files(
    new: Callable[[str], RunFolder], home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = new("demo")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "demo").mkdir()

    assert find_run(home, "demo") == run
    assert find_run(home, "dem") == run
