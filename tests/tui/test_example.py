"""The example run that ships: a good story, in one file, that says nothing of where it was recorded."""

import gzip
import re
import shutil
import sqlite3
import zlib
from contextlib import closing
from pathlib import Path

import pytest

from saddle_runs.beside import beside
from saddle_runs.folder import RunFolder
from saddle_tui import cli, example
from tests.example.story import missing
from tests.runs.media import read_only

LARGEST = 1_500_000
"""Bytes that it adds to a download."""
TOLD = re.compile(
    r"/(root|home|usr|opt|work|var|mnt|Users)/|site-packages|localhost|\w@\w|/tmp/(?!saddle-)"
)
"""Of a machine or its people."""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunFolder:
    for name in ("CACHE", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    monkeypatch.setenv("SADDLE_HOME", str(tmp_path / "no-home"))
    return example.example(tmp_path / "no-home")


def test_it_is_a_good_story(run: RunFolder) -> None:
    assert missing(run) == []


def test_it_is_small() -> None:
    assert len(gzip.compress(example.FILE.read_bytes())) < LARGEST


def test_it_does_not_say_where_it_was_recorded() -> None:
    with closing(sqlite3.connect(f"{example.FILE.as_uri()}?mode=ro", uri=True)) as db:
        texts = [body for (body,) in db.execute("SELECT body FROM journal")]
        blobs = [
            zlib.decompress(content)
            for (content,) in db.execute("SELECT content FROM blobs ORDER BY rowid")
        ]
    with pytest.raises(UnicodeDecodeError):  # of the harnesses
        blobs.pop().decode()

    assert [text for text in (*texts, *map(bytes.decode, blobs)) if TOLD.search(text)] == []


def test_nothing_is_written_beside_it(run: RunFolder, tmp_path: Path) -> None:
    assert beside(run, "triage.db") == tmp_path / "STATE" / "saddle-tui" / run.id / "triage.db"


def test_it_opens_from_an_installation_that_cannot_be_written_to(
    run: RunFolder,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    installed = tmp_path / "site-packages"
    installed.mkdir()
    monkeypatch.setattr(example, "FILE", Path(shutil.copy(example.FILE, installed)))

    with read_only(installed):
        for words in (
            ["show", "--example"],
            ["show", "--example", "--json"],
            ["verify", "--example"],
            ["export", "--example", "--to", str(tmp_path / "best")],
            ["export", "--example", "--node", "n1", "--patch", str(tmp_path / "n1.patch")],
        ):
            assert cli.main(words) == 0, capsys.readouterr().err
        assert [path.name for path in installed.iterdir()] == ["demo.db"]

    assert "every invariant holds" in capsys.readouterr().out
    assert (tmp_path / "best" / "harness.toml").is_file()
    assert "Add a tool that reads on" in (tmp_path / "n1.patch").read_text()


@pytest.mark.parametrize("words", [["show", "demo", "--example"], ["export", "x:n1", "--example"]])
def test_it_is_not_named_together_with_another_run(
    run: RunFolder, words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = ["--to", str(tmp_path / "x")] if words[0] == "export" else []

    assert cli.main([*words, *more]) == 2
    assert "and --example name two runs; give one" in capsys.readouterr().err


def test_without_the_file_a_sentence_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(example, "FILE", tmp_path / "demo.db")

    assert cli.main(["show", "--example"]) == 2
    assert "demo.db: expected a run's folder or database" in capsys.readouterr().err
