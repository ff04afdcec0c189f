"""What the screen sends: colours and letters that the terminal has, and only bytes of our own."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from saddle_engine import events as ev
from saddle_runs.folder import RunFolder, find_run
from saddle_runs.journal import RunJournal
from saddle_tui.text.alphabets import LETTERS
from tests.tui.attached import attached, command
from tests.tui.hostile import violations
from tests.tui.stories import Story, engine, write_run

COLOUR = re.compile(rb"\x1b\[([0-9;]*)m")


@pytest.fixture
def story() -> Story:
    return Story().start().seed().grow(0.75, "n0")


@pytest.fixture
def journal(tmp_path: Path, story: Story) -> Iterator[RunJournal]:
    with engine(write_run(tmp_path / "home", story)) as journal:
        yield journal


@pytest.fixture
def run(tmp_path: Path, journal: RunJournal) -> RunFolder:
    return find_run(tmp_path / "home", None)


def _everywhere(run: RunFolder, *flags: str, **environment: str) -> bytes:
    """What is sent by a walk through all screens."""
    with attached(run, *flags, environment=environment) as screen:
        for key in b"1234567?":
            screen.type(bytes([key]))
            screen.settle()
        screen.type(b"\x11")
        return screen.wait_end()


def colour_kinds(written: bytes) -> set[str]:
    """Kinds of colours: `rgb`, `indexed`, `palette`; the terminal's own are none."""
    kinds = set()
    for match in COLOUR.finditer(written):
        numbers = match[1].decode()
        kinds |= {"rgb"} if re.search(r"[34]8;2;", numbers) else set()
        kinds |= {"indexed"} if re.search(r"[34]8;5;", numbers) else set()
        plain = re.sub(r"[34]8;(5;\d+|2;\d+;\d+;\d+)", "", numbers).split(";")
        kinds |= {"palette"} & {
            "palette" for each in plain if re.fullmatch(r"(3|4|9|10)[0-7]", each)
        }
    return kinds


@pytest.mark.parametrize(
    ("environment", "kinds"),
    [
        ({"TERM": "xterm-256color"}, {"indexed"}),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, {"rgb"}),
        ({"TERM": "xterm"}, {"palette"}),
        ({"TERM": "linux"}, {"palette"}),
        ({"TERM": "xterm-256color", "SADDLE_THEME": "ansi"}, {"palette"}),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, set()),
        ({"TERM": "xterm-256color", "SADDLE_THEME": "mono"}, set()),
    ],
    ids=["256", "true", "16", "console", "ansi", "NO_COLOR", "mono"],
)
def test_only_colours_are_sent_that_the_terminal_has(
    run: RunFolder, environment: dict[str, str], kinds: set[str]
) -> None:
    written = _everywhere(run, **environment)

    assert colour_kinds(written) == kinds
    assert b"SIMULATED" in written
    assert b"running" in written
    assert b"pass" in written
    assert violations(written) == []


@pytest.mark.parametrize(
    ("flags", "environment"),
    [
        ((), {"LANG": "C"}),
        ((), {"LANG": "C", "LC_ALL": "C"}),
        ((), {"LANG": "en_US.ISO-8859-1"}),
        ((), {"TERM": "linux"}),
        (("--ascii",), {}),
    ],
    ids=["C", "LC_ALL", "latin", "console", "asked"],
)
def test_a_terminal_without_unicode_gets_plain_letters_everywhere(
    run: RunFolder, flags: tuple[str, ...], environment: dict[str, str]
) -> None:
    written = _everywhere(run, *flags, **environment)

    assert written.isascii()
    assert b"> running" in written
    assert b"+ pass" in written


def test_letters_can_be_changed_while_one_looks(run: RunFolder) -> None:
    with attached(run) as screen:
        before = len(screen.seen)
        assert "▶ running".encode() in screen.seen
        command(screen, b"ascii")
        screen.wait_for(b"> running")
        painted = screen.seen[before:]

    assert "─".encode() not in painted[painted.index(b"> running") :]


def test_a_theme_can_be_changed_while_one_looks(run: RunFolder) -> None:
    with attached(run) as screen:
        command(screen, b"theme light")
        screen.wait_for(b"48;5;231m")
        command(screen, b"theme mono")
        screen.wait_for(b"theme mono")
        screen.drain(0.5)
        before = len(screen.seen)
        screen.type(b"2")
        screen.wait_for(b"n1")
        screen.drain(0.5)

    assert colour_kinds(screen.seen[before:]) == set()


def test_narrow_letters_are_drawn_in_one_cell_by_every_terminal(run: RunFolder) -> None:
    path = run.path.parent.parent / "config" / "saddle-tui" / "screen.toml"
    path.parent.mkdir(parents=True)
    path.write_text('glyphs = "narrow"')

    written = _everywhere(run).decode()

    doubtful = {sign for sign, drawn in LETTERS["narrow"].items() if drawn != chr(sign)}
    assert not doubtful & set(map(ord, written))


def test_settings_that_cannot_be_used_are_told_on_the_screen(run: RunFolder) -> None:
    path = run.path.parent.parent / "config" / "saddle-tui" / "screen.toml"
    path.parent.mkdir(parents=True)
    path.write_text("theme = 'pink\x1b[2J'")

    with attached(run) as screen:
        screen.wait_for(b"screen.toml cannot be used")
        screen.type(b"q")
        written = screen.wait_end()

    assert violations(written) == []


def test_the_title_says_what_waits_and_is_given_back(run: RunFolder) -> None:
    with attached(run) as screen:
        screen.wait_for(b"\x1b]2;demo\x1b\\")
        screen.type(b"q")
        written = screen.wait_end()

    assert written.index(b"\x1b[22;2t") < written.index(b"\x1b]2;demo")
    assert written.index(b"\x1b]2;\x1b\\\x1b[23;2t") > written.index(b"\x1b]2;demo")
    assert b"\x07" not in written.replace(b"\x1b]22;default\x07", b"")


def test_a_patch_that_is_held_rings_once_and_is_in_the_title(
    run: RunFolder, journal: RunJournal, story: Story
) -> None:
    with attached(run) as screen:
        screen.wait_for(b"\x1b]2;demo\x1b\\")
        written_before = len(story.events)
        story.iterate("n1")
        story.add(ev.ApprovalAsked(patch=story.propose("n1")))
        asyncio.run(journal.append(*story.events[written_before:]))
        screen.wait_for("\x1b]2;⚑ demo: p2 waits\x1b\\".encode())
        screen.drain(3)
        screen.type(b"q")
        written = screen.wait_end()

    assert written.replace(b"\x1b]22;default\x07", b"").count(b"\x07") == 1


def test_a_console_without_a_title_is_sent_none(run: RunFolder) -> None:
    assert b"\x1b]2;" not in _everywhere(run, TERM="linux")


def test_copying_sends_the_text_to_the_terminal_and_names_the_file(run: RunFolder) -> None:
    with attached(run) as screen:
        screen.type(b"y")
        screen.wait_for(b"command")
        screen.type(b"p")
        screen.wait_for(b"sent to the terminal")
        screen.wait_for(b"last.txt")
        screen.type(b"q")
        written = screen.wait_end()

    assert written.count(b"\x1b]52;c;") == 1
    copied = run.path.parent.parent / "state" / "saddle-tui" / "clip" / "last.txt"
    assert copied.read_text() == str(run.path)
