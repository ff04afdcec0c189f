"""Where files are kept that belong to a run and are none of its own."""

import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from saddle_engine.errors import ConfigError
from saddle_engine.testing import FakeClock
from saddle_engine.types.base import PatchId
from saddle_runs.appearing import appear
from saddle_runs.beside import beside
from saddle_runs.decisions import Commented
from saddle_runs.folder import RunFolder
from saddle_runs.triage import Triage, triage_of
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
    assert [each.name for each in state.iterdir()] == ["triage.db"]
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600

    kept.write_bytes(b"more of them")
    assert beside(lone, "triage.db").read_bytes() == b"more of them"


def test_no_place_at_all_is_told_in_a_sentence(
    medium: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(medium))

    with pytest.raises(ConfigError, match=r"neither beside it, in .* set XDG_STATE_HOME"):
        beside(RunFolder(medium, ID, "demo"), "triage.db")


def test_decisions_that_only_a_log_holds_are_copied_too(tmp_path: Path, state: Path) -> None:
    lone = RunFolder(tmp_path / "medium", ID, "demo", file=tmp_path / "medium" / "old.db")
    lone.path.mkdir()
    with Triage(tmp_path / "triage.db", ID, FakeClock()) as triage:
        triage.say(Commented(patch=PatchId("p1"), text="first"), "me")
        triage.say(Commented(patch=PatchId("p1"), text="only in the log"), "me")
        for part in ("", "-wal"):
            shutil.copyfile(tmp_path / f"triage.db{part}", f"{lone.at('triage.db')}{part}")

    with read_only(lone.path), triage_of(lone, FakeClock()) as triage:
        assert len(triage.decisions()[PatchId("p1")].comments) == 2


def test_what_was_kept_while_a_medium_could_not_be_written_to_is_gone_on_with(
    tmp_path: Path, state: Path
) -> None:
    lone = RunFolder(tmp_path / "medium", ID, "demo", file=tmp_path / "medium" / "old.db")
    lone.path.mkdir()
    with read_only(lone.path):
        beside(lone, "triage.db").write_bytes(b"decisions")

    assert beside(lone, "triage.db").read_bytes() == b"decisions"


def test_of_two_who_begin_at_once_one_makes_the_copy_and_no_word_is_lost(
    medium: Path, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lone = RunFolder(medium, ID, "demo", file=medium / "old.db")

    def slow(unfinished: Path, path: Path) -> None:
        path.write_bytes(b"what the other one has said since")
        appear(unfinished, path)

    monkeypatch.setattr("saddle_runs.beside.appear", slow)

    assert beside(lone, "triage.db").read_bytes() == b"what the other one has said since"


def test_a_link_that_somebody_has_planted_beside_a_file_is_not_followed(
    tmp_path: Path, state: Path
) -> None:
    lone = RunFolder(tmp_path, ID, "demo", file=tmp_path / "old.db")
    victim = tmp_path / "profile"
    victim.write_text("mine")
    for name in ("screen.log", "triage.db"):
        lone.at(name).symlink_to(victim)

        kept = beside(lone, name)
        assert kept == state / name
        kept.write_text("words")

    assert victim.read_text() == "mine"
