"""The screen in a real terminal: it is left as it was found, whatever ends the screen."""

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from saddle_runs.folder import RunFolder
from saddle_tui.term.leaving import SIGNALS
from saddle_tui.term.reset import RESET, RESET_MODES
from tests.tui.attached import BEGINS, assert_restored, attached, home_of
from tests.tui.stories import Story, engine, write_run
from tests.tui.terminals import terminal

BUG = """\
import saddle_tui.widgets.rollouts as rollouts
def broken(view, width, rows):
    if view.behind or view.lens.room != "rollouts": return []
    secret = 'value of a variable'
    raise RuntimeError('the bug')
rollouts.rollouts = broken
"""


@pytest.fixture
def run(tmp_path: Path) -> Iterator[RunFolder]:
    folder = write_run(tmp_path / "home", Story().start().seed().grow(0.75, "n0"))
    with engine(folder):
        yield folder


@pytest.mark.parametrize("keys", [b"q", b"\x03\x03", b"\x11"])
def test_a_key_detaches_and_says_how_to_come_back(run: RunFolder, keys: bytes) -> None:
    with attached(run) as screen:
        for key in keys:
            screen.type(bytes([key]))
            screen.drain(0.3)
        written = screen.wait_end()

    assert_restored(written)
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
    with attached(run) as screen:
        screen.type(noise)
        screen.drain(0.5)
        screen.type(b"?")
        screen.wait_for(b"Esc")
        screen.type(b"\x1b")
        screen.drain(0.5)
        screen.type(b"q")
        written = screen.wait_end()

    assert_restored(written)
    assert screen.code == 0
    assert b"Traceback" not in written


@pytest.mark.parametrize("flags", [(), ("--mouse",)])
@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_leaves_the_terminal_sane(
    run: RunFolder, number: signal.Signals, flags: tuple[str, ...]
) -> None:
    with attached(run, *flags) as screen:
        screen.signal(number)
        written = screen.wait_end()

    assert_restored(written)
    assert screen.code == 128 + number


@pytest.mark.parametrize("ignore", [(), (signal.SIGHUP,)])
def test_a_terminal_that_goes_away_ends_the_screen_soon_and_without_a_spin(
    run: RunFolder, ignore: tuple[signal.Signals, ...]
) -> None:
    with attached(run, ignore=ignore) as screen:
        screen.drain(1.0)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        screen.hang_up()
        since = time.monotonic()
        screen.wait_code()
        took = time.monotonic() - since

    assert screen.code == 129
    assert took < 4  # 2 s, and room for a busy machine
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = 6.0  # seconds of work for a start on a busy machine
    assert after.ru_utime - before.ru_utime < started + took


def test_a_terminal_that_stops_reading_does_not_keep_the_screen(run: RunFolder) -> None:
    with attached(run, columns=200, rows=60) as screen:
        for columns in range(199, 100, -1):  # more than the terminal's buffer holds
            screen.resize(columns, 60)
        screen.signal(signal.SIGTERM)
        screen.wait_code()

    assert screen.code == 143


def test_a_bug_leaves_the_terminal_sane_and_a_report_without_secrets(
    run: RunFolder, tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text(BUG)

    # The file imports Textual before our own start could say this.
    told = {"PYTHONPATH": str(tmp_path), "TEXTUAL_DISABLE_KITTY_KEY": "1"}
    with attached(run, environment=told) as screen:
        screen.type(b"2")
        screen.drain(0.5)
        screen.type(b"3")
        written = screen.wait_end()

    (report,) = (home_of(run) / "state" / "saddle-tui" / "reports").iterdir()
    assert_restored(written)
    met, left = written[written.rindex(b"\x1b[?25h") :].decode().strip().splitlines()
    assert f"the screen met a bug (RuntimeError); report: {report}" in met
    assert f"{run.id} goes on; come back with: saddle-tui --home" in left
    assert screen.code == 1
    assert "RuntimeError: the bug" in report.read_text()
    assert "actions: dag rollouts" in report.read_text()
    assert "value of a variable" not in report.read_text() + written.decode()
    assert report.stat().st_mode & 0o077 == 0


def test_a_terminal_that_cannot_move_its_cursor_is_told_so(run: RunFolder) -> None:
    with attached(run, environment={"TERM": "dumb"}, up=False) as screen:
        written = screen.wait_end()

    assert "can move its cursor" in written.decode()
    assert "triage --list" in written.decode()  # a command that looks has no --headless
    assert b"\x1b" not in written
    assert screen.code == 2


def test_a_run_is_not_begun_in_a_terminal_that_cannot_show_it(tmp_path: Path) -> None:
    words = ["--home", str(tmp_path / "home"), "demo"]

    with terminal(words, environment={"TERM": "dumb"}) as screen:
        written = screen.wait_end()

    assert "--headless" in written.decode()
    assert screen.code == 2
    assert not (tmp_path / "home").exists()


def test_in_the_background_it_refuses_with_one_line_and_leaves_the_terminal_alone(
    run: RunFolder,
) -> None:
    """As a job of another process group than the one that the terminal listens to."""
    program = (
        "import os, subprocess, sys;"
        f"done = subprocess.run([sys.executable, '-m', 'saddle_tui', '--home', {str(home_of(run))!r},"
        "'attach'], process_group=0); print('code', done.returncode)"
    )

    with terminal(["--version"], program=program) as screen:
        written = screen.wait_end()

    said, code = written.decode().strip().splitlines()
    assert "cannot open in the background" in said
    assert code == "code 2"
    assert b"\x1b" not in written


def test_without_a_terminal_it_refuses_with_one_line(run: RunFolder) -> None:
    words = [sys.executable, "-m", "saddle_tui", "--home", str(home_of(run)), "attach"]

    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, check=False)

    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == b""


def test_every_screen_begins_by_putting_right_what_a_lost_one_left(run: RunFolder) -> None:
    with attached(run) as screen:
        screen.type(b"q")
        written = screen.wait_end()

    assert written.index(RESET_MODES.encode()) < written.index(BEGINS)


def test_reset_puts_a_terminal_right_without_any_run(tmp_path: Path) -> None:
    with terminal(["--home", str(tmp_path / "none"), "reset"]) as screen:
        written = screen.wait_end()

    assert written == RESET.encode()
    assert screen.code == 0
    assert not (tmp_path / "none").exists()


def test_reset_makes_typing_visible_again(tmp_path: Path) -> None:
    program = (
        "import sys, termios, tty; tty.setraw(0);"
        "from saddle_tui.cli import main; main(['reset']);"
        "flags = termios.tcgetattr(0)[3];"
        "print('echo', bool(flags & termios.ECHO), bool(flags & termios.ICANON))"
    )

    with terminal([], program=program) as screen:
        written = screen.wait_end()

    assert written.endswith(b"echo True True\r\n")


def test_no_process_of_ours_is_left_behind(run: RunFolder) -> None:
    with attached(run) as screen:
        screen.type(b"q")
        screen.wait_end()

    with pytest.raises(ProcessLookupError):
        os.killpg(screen.pid, 0)
