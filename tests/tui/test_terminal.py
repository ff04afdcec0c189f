"""The screen in a real terminal: it is left as it was found, whatever ends the screen."""

import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from saddle_runs.folder import RunFolder
from saddle_tui.term.leaving import SIGNALS
from tests.tui.stories import Story, engine, write_run
from tests.tui.terminals import Terminal, terminal

RESTORED = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1004l", b"\x1b[?2004l")
KITTY = b"\x1b[>"
MOUSE = (b"?1000h", b"?1002h", b"?1003h", b"?1006h", b"?1015h", b"?1016h")


@pytest.fixture
def run(tmp_path: Path) -> Iterator[RunFolder]:
    folder = write_run(tmp_path / "home", Story().start().seed().grow(0.75, "n0"))
    with engine(folder):
        yield folder


def _attach(run: RunFolder) -> list[str]:
    return ["--home", str(run.path.parent.parent), "attach", run.id]


def _up(screen: Terminal) -> None:
    screen.wait_for(b"EvoDAG")
    screen.wait_for(b"admitted")


def _assert_restored(written: bytes) -> None:
    end = written[written.rindex(b"EvoDAG") :]
    assert all(mode in end for mode in RESTORED)
    assert not any(mode in written for mode in MOUSE)
    assert KITTY not in written


@pytest.mark.parametrize("key", [b"q", b"\x03", b"\x11"])
def test_a_key_detaches_and_says_how_to_come_back(run: RunFolder, key: bytes) -> None:
    with terminal(_attach(run)) as screen:
        _up(screen)
        screen.type(key)
        written = screen.wait_end()

    _assert_restored(written)
    assert screen.code == 0
    assert f"{run.id} goes on; come back with: saddle-tui --home ".encode() in written


@pytest.mark.parametrize(
    "noise",
    [
        b"\xff",  # no text in any encoding of ours
        b"\xe9t\xe9",  # a keyboard that speaks Latin-1
        b"\x1b[M\xa0\xf0\xf0",  # an old mouse report
        b"\x1b[<35;10;10M\x1b[99999;99999R\x1b]11;rgb:0/0/0\x07\x1b[200~a\ny\x1b[201~",
        b"\x1b[" + b"9" * 5000 + b";1R",
    ],
    ids=["byte", "latin", "mouse", "answers", "number"],
)
def test_input_that_nobody_types_does_not_end_the_screen(run: RunFolder, noise: bytes) -> None:
    with terminal(_attach(run)) as screen:
        _up(screen)
        screen.type(noise)
        screen.drain(0.5)
        screen.type(b"?")
        screen.wait_for(b"Keys: j k scroll")
        screen.type(b"\x1b")
        screen.drain(0.5)
        screen.type(b"q")
        written = screen.wait_end()

    _assert_restored(written)
    assert screen.code == 0
    assert b"Traceback" not in written


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_leaves_the_terminal_sane(run: RunFolder, number: signal.Signals) -> None:
    with terminal(_attach(run)) as screen:
        _up(screen)
        screen.signal(number)
        written = screen.wait_end()

    _assert_restored(written)
    assert screen.code == 128 + number


@pytest.mark.parametrize("ignore", [(), (signal.SIGHUP,)])
def test_a_terminal_that_goes_away_ends_the_screen(
    run: RunFolder, ignore: tuple[signal.Signals, ...]
) -> None:
    with terminal(_attach(run), ignore=ignore) as screen:
        _up(screen)
        screen.hang_up()
        screen.wait_code()

    assert screen.code == 129


def test_a_terminal_that_stops_reading_does_not_keep_the_screen(run: RunFolder) -> None:
    with terminal(_attach(run), columns=200, rows=60) as screen:
        _up(screen)
        for columns in range(199, 100, -1):  # more than the terminal's buffer holds
            screen.resize(columns, 60)
        screen.signal(signal.SIGTERM)
        screen.wait_code()

    assert screen.code == 143


def test_a_bug_leaves_the_terminal_sane_and_a_note(run: RunFolder, tmp_path: Path) -> None:
    bug = tmp_path / "sitecustomize.py"
    bug.write_text(
        "import saddle_tui.widgets.events as events\n"
        "def broken(view, width, rows):\n"
        "    if view.behind: return []\n"
        "    secret = 'value of a variable'\n"
        "    raise RuntimeError('the bug')\n"
        "events.events = broken\n"
    )

    with terminal(_attach(run), environment={"PYTHONPATH": str(tmp_path)}) as screen:
        written = screen.wait_end()

    note = run.path / "screen.log"
    assert written.index(b"\x1b[?1049h") < written.index(b"\x1b[?1049l")
    assert b"the screen met a bug (RuntimeError); see " in written
    assert screen.code == 1
    assert "RuntimeError: the bug" in note.read_text()
    assert "value of a variable" not in note.read_text() + written.decode()
    assert note.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"TERM": "dumb"}, "can move its cursor"),
        ({"LANG": "C", "LC_ALL": "C"}, "needs UTF-8"),
    ],
)
def test_a_terminal_that_cannot_show_it_is_told_so(
    run: RunFolder, environment: dict[str, str], said: str
) -> None:
    with terminal(_attach(run), environment=environment) as screen:
        written = screen.wait_end()

    assert said in written.decode()
    assert "--headless" in written.decode()
    assert b"\x1b" not in written
    assert screen.code == 2


def test_a_run_is_not_begun_in_a_terminal_that_cannot_show_it(tmp_path: Path) -> None:
    words = ["--home", str(tmp_path / "home"), "demo"]

    with terminal(words, environment={"TERM": "dumb"}) as screen:
        written = screen.wait_end()

    assert "--headless" in written.decode()
    assert screen.code == 2
    assert not (tmp_path / "home").exists()


def test_no_color_sends_no_colours_and_says_the_same(run: RunFolder) -> None:
    with terminal(_attach(run), environment={"NO_COLOR": "1", "COLORTERM": "truecolor"}) as screen:
        _up(screen)
        screen.type(b"q")
        written = screen.wait_end()

    assert b"SIMULATED" in written
    assert b"NO SANDBOX" in written
    assert _chroma(written) == []


def _chroma(written: bytes) -> list[bytes]:
    found = re.findall(rb"[34]8;2;(\d+);(\d+);(\d+)", written)
    return [b";".join(rgb) for rgb in found if max(map(int, rgb)) - min(map(int, rgb)) > 2]
