"""Where a report goes: one of ours is written over, anything else never."""

import stat
from pathlib import Path

import pytest

from saddle_tui import cli
from tests.tui.reports import scored_story
from tests.tui.stories import write_run


@pytest.fixture
def home(tmp_path: Path) -> Path:
    write_run(tmp_path / "home", scored_story(test=True))
    return tmp_path / "home"


def report(home: Path, *words: str | Path) -> int:
    return cli.main(["--home", str(home), "report", *map(str, words)])


LONG = "漢" * 80  # near the 255 bytes that a name may have


@pytest.mark.parametrize("name", ["r.html", "r.md", "r.HTM", "r.markdown", f"{LONG}.html"])
def test_a_report_is_private_whole_and_written_anew(home: Path, tmp_path: Path, name: str) -> None:
    to = tmp_path / name

    for _ in range(2):
        assert report(home, "--to", to) == 0
        assert stat.S_IMODE(to.stat().st_mode) == 0o600
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted(["home", name])


def test_a_page_may_take_the_place_of_an_older_one_alone(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.html").write_text("<p>my own words</p>")
    (tmp_path / "link.html").symlink_to(tmp_path / "mine.html")
    (tmp_path / "folder.md").mkdir()

    for name in ("mine.html", "link.html", "folder.md"):
        assert report(home, "--to", tmp_path / name) == 2
        assert "is no report of saddle-tui" in capsys.readouterr().err
    assert (tmp_path / "mine.html").read_text() == "<p>my own words</p>"


@pytest.mark.parametrize("name", ["r.pdf", "r", "no/such/folder/r.md"])
def test_what_cannot_be_a_report_is_said_in_a_sentence(
    home: Path, tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report(home, "--to", tmp_path / name) == 2
    said = capsys.readouterr().err
    assert said.startswith("saddle-tui: --to ")
    assert said.count("\n") == 1


def test_without_a_file_the_report_is_printed(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report(home) == 0

    assert "## Seed against best" in capsys.readouterr().out


def test_what_a_file_was_called_is_said_with_its_size(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report(home, "--to", tmp_path / "r.html") == 0

    said = capsys.readouterr().out
    assert said.startswith("report of demo, simulated: ")
    assert said.endswith(" kB\n")
