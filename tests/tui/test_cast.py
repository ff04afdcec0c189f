"""A recording plays what a replay shows, and nothing in it acts; a still is a picture that loads nothing."""

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from rich.cells import get_character_cell_size
from rich.segment import Segment
from rich.style import Style

from saddle_runs.folder import RunFolder
from saddle_tui import cli
from saddle_tui.replaying.cells import Cell, cells_of, changed
from tests.tui.hostile import BITS, HOSTILE, violations
from tests.tui.replays import searched, write_paced
from tests.tui.stories import Story, write_run

MOVES = re.compile(r"\x1b\[(\d+);(\d+)H|\x1b\[([0-9;]*)m|\x1b\[2J|\x1b\[\?25[lh]|\r\n|[^\x1b\r\n]")


CLEAR = "\x1b[2J"
"""Once, before the first screen."""


class Paper:
    """What a terminal would show; it knows what a recording may hold and fails at anything else."""

    def __init__(self, width: int, height: int) -> None:
        self.cells = [[" "] * width for _ in range(height)]
        self._row = self._column = 0

    def write(self, text: str) -> None:
        done = 0
        while done < len(text):
            match = MOVES.match(text, done)
            assert match is not None, ascii(text[done : done + 20])
            done = match.end()
            if match[1]:
                self._row, self._column = int(match[1]) - 1, int(match[2]) - 1
            elif not match[0].startswith(("\x1b", "\r")):
                self._put(match[0])

    def _put(self, letter: str) -> None:
        width = get_character_cell_size(letter)
        if width == 0:
            self.cells[self._row][self._column - 1] += letter
            return
        self.cells[self._row][self._column : self._column + width] = [letter, *[""] * (width - 1)]
        self._column += width

    @property
    def text(self) -> list[str]:
        return ["".join(row).rstrip() for row in self.cells]


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    return write_paced(tmp_path / "home", searched())


def replay(run: RunFolder, *words: str) -> int:
    return cli.main(["--home", str(run.path.parent.parent), "replay", run.id, *words])


def frames(path: Path) -> Iterator[tuple[float, str]]:
    for line in path.read_text("utf-8").splitlines()[1:]:
        at, kind, text = json.loads(line)
        assert kind == "o"
        yield at, text


def played(path: Path) -> list[list[str]]:
    """The screens of a recording."""
    head = json.loads(path.read_text("utf-8").splitlines()[0])
    paper, screens = Paper(head["width"], head["height"]), []
    for _, text in frames(path):
        paper.write(text)
        screens.append(paper.text)
    return screens


def test_a_recording_shows_a_run_from_one_place_to_another(run: RunFolder, tmp_path: Path) -> None:
    path = tmp_path / "a.cast"

    assert replay(run, "--cast", str(path), "--at", "5", "--until", "it2", "--speed", "8") == 0

    head = json.loads(path.read_text("utf-8").splitlines()[0])
    assert (head["version"], head["width"], head["height"]) == (2, 120, 40)
    screens = played(path)
    assert "seq 5 / " in screens[0][-5]
    last = next(line for line in screens[-1] if " seq " in line)
    assert " it 2 " in last
    times = [at for at, _ in frames(path)]
    assert times == sorted(times)
    assert all(after - before >= 0.125 for before, after in pairwise(times))


def test_the_same_words_make_the_same_recording(run: RunFolder, tmp_path: Path) -> None:
    words = ("--at", "it2", "--until", "end", "--speed", "16", "--size", "80x24", "--screen", "log")
    for name in ("a.cast", "b.cast"):
        assert replay(run, "--cast", str(tmp_path / name), *words) == 0

    assert (tmp_path / "a.cast").read_bytes() == (tmp_path / "b.cast").read_bytes()


@pytest.mark.parametrize("option", ["--cast", "--svg"])
def test_nothing_is_written_in_place_of_another_file(
    run: RunFolder, tmp_path: Path, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "there"
    path.write_text("kept")

    assert replay(run, option, str(path)) == 2
    assert path.read_text() == "kept"
    assert "exists; name a new file" in capsys.readouterr().err
    assert replay(run, option, str(tmp_path / "new"), "--at", "n99") == 2
    assert "there is no 'n99'" in capsys.readouterr().err
    assert replay(run, option, str(tmp_path / "no" / "folder")) == 2
    assert sorted(each.name for each in tmp_path.iterdir()) == ["home", "there"]


def test_until_must_not_be_before_at(
    run: RunFolder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replay(run, "--cast", str(tmp_path / "a"), "--at", "end", "--until", "2") == 2
    assert "--until 2 is before --at end" in capsys.readouterr().err


def test_a_still_loads_nothing_and_shows_the_place(run: RunFolder, tmp_path: Path) -> None:
    path = tmp_path / "a.svg"

    assert (
        replay(run, "--svg", str(path), "--at", "it2", "--size", "100x30", "--screen", "dag") == 0
    )

    svg = path.read_text("utf-8")
    said = " ".join(" ".join(ET.fromstring(svg).itertext()).split())
    assert "EvoDAG" in said
    assert "REPLAY" in said
    assert not re.search(r"url\(['\"]?http|@font-face|<image|<script|href=['\"]http", svg)


@pytest.mark.parametrize("room", ["live", "patches", "rollouts"])
def test_hostile_words_stay_words(tmp_path: Path, room: str) -> None:
    story = Story(HOSTILE).start(name=HOSTILE).seed().grow(0.75, "n0").decline("n1")
    run = write_run(tmp_path / "home", story)
    cast, svg = tmp_path / "a.cast", tmp_path / "a.svg"

    assert replay(run, "--cast", str(cast), "--screen", room, "--size", "80x24") == 0
    assert replay(run, "--svg", str(svg), "--screen", room, "--at", "end") == 0

    for _, text in frames(cast):
        assert (
            violations(
                text.replace("\r\n", "").replace(CLEAR, "").encode("utf-8", "surrogateescape")
            )
            == []
        )
    assert played(cast)
    ET.fromstring(svg.read_text("utf-8"))


def test_writing_what_has_changed_shows_the_new_screen() -> None:
    random = Random(7)
    letters = [*"ab \u754c\u4e16│", "e\u0301"]
    styles = [Style.parse(each) for each in ("bold", "red on blue", "none")]
    before: list[list[Cell]] = [[]] * 5
    paper = Paper(20, 5)
    for _ in range(200):
        now = [
            row if row and random.random() < 0.5 else _row(random, letters, styles)
            for row in before
        ]
        paper.write(changed(before, now))
        assert paper.text == ["".join(cell.text for cell in row).rstrip() for row in now]
        before = now


def _row(random: Random, letters: list[str], styles: list[Style]) -> list[Cell]:
    cells: list[Cell] = []
    while len(cells) < 20:
        cells += cells_of([Segment(random.choice(letters), random.choice(styles))])
    return cells if len(cells) == 20 else _row(random, letters, styles)


@pytest.mark.parametrize("bit", BITS, ids=ascii)
def test_no_segment_acts_whatever_stands_in_it(bit: str) -> None:
    told = changed([[]], [cells_of([Segment(bit, Style.parse("bold link https://evil"))])])

    assert violations(told.encode("utf-8", "surrogateescape")) == []
