"""Where files are kept that belong to a run and are none of its own."""

import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from saddle_engine.errors import ConfigError
from saddle_runs.beside import beside
from saddle_runs.folder import RunFolder
from tests.runs.media import read_only

ID = "abcdefgh"


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "saddle-tui" / ID


@pytest.fixture
def medium(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "medium"
    folder.mkdir()
    (folder / "old.db").write_bytes(b"run")
    (folder / "old.db.triage.db").write_bytes(b"decisions")
    (folder / "old.db.triage.db-wal").write_bytes(b"and their log")
    with read_only(folder):
        yield folder


def test_a_file_is_kept_in_the_runs_folder(tmp_path: Path, state: Path) -> None:
    assert beside(RunFolder(tmp_path, ID, "demo"), "triage.db") == tmp_path / "triage.db"
    assert not state.exists()


def test_a_file_is_kept_beside_a_lone_one_under_its_name(tmp_path: Path) -> None:
    lone = RunFolder(tmp_path, ID, "demo", file=tmp_path / "old.db")

    assert beside(lone, "triage.db") == tmp_path / "old.db.triage.db"


def test_what_cannot_be_kept_on_a_medium_is_kept_by_the_user(medium: Path, state: Path) -> None:
    lone = RunFolder(medium, ID, "demo", file=medium / "old.db")

    assert beside(lone, "notes.txt") == state / "notes.txt"
    assert stat.S_IMODE(state.stat().st_mode) == 0o700


def test_what_a_medium_holds_is_gone_on_with(medium: Path, state: Path) -> None:
    lone = RunFolder(medium, ID, "demo", file=medium / "old.db")

    kept = beside(lone, "triage.db")
    assert kept.read_bytes() == b"decisions"
    assert (state / "triage.db-wal").read_bytes() == b"and their log"
    assert len(list(state.iterdir())) == 2
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600

    kept.write_bytes(b"more of them")
    assert beside(lone, "triage.db").read_bytes() == b"more of them"


def test_no_place_at_all_is_told_in_a_sentence(
    medium: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(medium))

    with pytest.raises(ConfigError, match=r"neither beside it, in .* set XDG_STATE_HOME"):
        beside(RunFolder(medium, ID, "demo"), "triage.db")
