"""Several people on one run, each over SSH: one steers, all see it, and each as their own terminal has room."""

import os
import re
import shlex
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from saddle_runs.folder import RunFolder
from saddle_runs.lease import LEASE_S
from tests.bench.measures.watched import live
from tests.e2e.homes import HOLD, Home, write_config
from tests.ssh.client import ssh
from tests.ssh.modes import left_on
from tests.ssh.processes import screens
from tests.ssh.reader import Reader
from tests.ssh.server import Server
from tests.tui.stories import Story, engine, write_run
from tests.tui.terminals import Terminal

pytestmark = pytest.mark.ssh

TAKEN_OVER_S = LEASE_S + 10.0
"""A lease ends after 10 s, a screen looks every 3 s; and room for a busy machine."""
SMALL, LARGE = (80, 24), (120, 40)
PLACE = re.compile(rb"\x1b\[(\d+);(\d+)H")
ESCAPE = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]")
INDEXED, TRUE = re.compile(rb"\x1b\[[0-9;]*[34]8;5;"), re.compile(rb"\x1b\[[0-9;]*[34]8;2;")


class Desk:
    """Somebody at a terminal of their own, logged in."""

    def __init__(self, terminal: Terminal, reader: Reader) -> None:
        self.terminal, self.reader = terminal, reader

    def type(self, keys: bytes) -> None:
        self.terminal.type(keys)

    def sees(self, text: bytes, after: int = 0, **how: float) -> float:
        """Wait until it is told; how long it took, in seconds."""
        return self.reader.wait_for(text, after, **how)

    @property
    def seen(self) -> bytes:
        return self.terminal.seen

    def leave(self) -> bytes:
        """With `q`; everything that was sent."""
        self.type(b"q")
        self.reader.wait(lambda: b"come back with" in self.seen.replace(b"\r\n", b""))
        return self.seen


class Desks:
    """Opens desks, and closes them all."""

    def __init__(self, server: Server, stack: ExitStack) -> None:
        self._server, self._stack = server, stack

    def open(self, *words: str, size: tuple[int, int] = SMALL) -> Desk:
        columns, rows = size
        command = words or ("saddle-tui", "attach")
        terminal = self._stack.enter_context(
            ssh(self._server, *command, columns=columns, rows=rows)
        )
        return Desk(terminal, self._stack.enter_context(Reader(terminal)))


@pytest.fixture
def desks(server: Server) -> Iterator[Desks]:
    with ExitStack() as stack:
        yield Desks(server, stack)


@pytest.fixture
def run(server: Server) -> Iterator[RunFolder]:
    folder = write_run(server.home, Story().start().seed().grow(0.75, "n0"))
    with engine(folder):
        yield folder


def _extent(written: bytes) -> tuple[int, int]:
    """The last column that something begins in, and the last row."""
    places = [(int(column), int(row)) for row, column in PLACE.findall(written)]
    return max(column for column, _ in places), max(row for _, row in places)


def _plain(written: bytes) -> str:
    """Words as they follow each other, whatever their colours and wherever a line ends."""
    return " ".join(ESCAPE.sub(b"", written).decode(errors="replace").split())


def _told(desk: Desk, words: str) -> bool:
    return words in _plain(desk.seen)


def test_each_terminal_is_laid_out_for_its_own_size(run: RunFolder, desks: Desks) -> None:
    small = desks.open(size=SMALL)
    small.sees(b"DRIVER")
    large = desks.open(size=LARGE)
    large.sees(b"OBSERVER")

    for desk, (columns, rows) in ((small, SMALL), (large, LARGE)):
        right, bottom = _extent(desk.seen)
        assert columns // 2 < right <= columns
        assert bottom == rows
    before = len(large.seen)
    small.terminal.resize(100, 30)
    small.reader.wait(lambda: _extent(small.seen)[1] == 30)
    assert _extent(small.seen)[0] <= 100
    assert _extent(large.seen[before:] + b"\x1b[1;1H")[1] <= 40
    assert _extent(large.seen)[1] == 40


def test_an_observer_is_told_who_drives_and_takes_over_while_the_driver_lives(
    run: RunFolder, desks: Desks
) -> None:
    first = desks.open()
    first.sees(b"DRIVER")
    second = desks.open(size=LARGE)
    second.sees(b"OBSERVER")
    second.type(b"p")
    second.sees(b"drives this run; press t to take over")

    second.type(b"t")
    second.sees(b"DRIVER")
    first.sees(b"OBSERVER", seconds=TAKEN_OVER_S)
    first.type(b"p")
    first.sees(b"drives this run; press t to take over")


@pytest.mark.parametrize("how", ["cut", "killed"])
def test_the_keys_of_a_driver_that_is_lost_come_free_within_its_lease(
    run: RunFolder, desks: Desks, server: Server, how: str
) -> None:
    first = desks.open()
    first.sees(b"DRIVER")
    (screen,) = screens(server.home)
    second = desks.open(size=LARGE)
    second.sees(b"OBSERVER")
    if how == "cut":
        server.cut(server.sessions()[0])
    else:  # as by a host that kills what users leave
        os.kill(screen, signal.SIGKILL)
    since = time.monotonic()
    told = False
    while not told:
        assert time.monotonic() < since + TAKEN_OVER_S
        before = len(second.seen)
        second.type(b"p")
        time.sleep(0.5)
        told = b"nobody drives this run any more; press t to take over" in second.seen[before:]

    second.type(b"t")
    second.sees(b"DRIVER")


def test_what_q_prints_brings_one_back(run: RunFolder, desks: Desks) -> None:
    desk = desks.open()
    desk.sees(b"DRIVER")
    written = desk.leave()
    told = written.replace(b"\r\n", b"").decode()
    words = shlex.split(told[told.rindex("come back with: ") + len("come back with: ") :])

    assert left_on(written) == set()
    assert words[0] == "saddle-tui"
    again = desks.open(*words)
    again.sees(b"DRIVER")  # nobody waits for the lease of a screen that left in good order


def test_ssh_carries_256_colours_and_no_foreign_keyboard_is_asked_for(
    run: RunFolder, desks: Desks
) -> None:
    desk = desks.open()  # from a terminal that has all colours, and says so to whom it can
    desk.sees(b"DRIVER")
    written = desk.leave()

    assert INDEXED.search(written)
    assert not TRUE.search(written)
    assert not re.search(rb"\x1b\[[>=][0-9;]*u", written)
    assert not re.search(rb"\x1b\[\?(1003|1016|2048)h", written)


def test_nothing_that_the_terminal_answers_is_typed_into_the_shell(
    run: RunFolder, desks: Desks, server: Server
) -> None:
    terminal_of = ["bash", "--norc", "-i"]
    desk = desks.open(*terminal_of)
    for _ in range(3):
        before = len(desk.seen)
        desk.type(b"saddle-tui attach\r")
        desk.sees(b"DRIVER", before)
        desk.type(b"3124q")
        desk.sees(b"come back with", before)
        before = len(desk.seen)
        desk.type(b"echo it-$((40+2))\r")
        desk.sees(b"it-42", before)
        assert b"0n" not in desk.seen[before:]
    desk.type(b"exit\r")


def test_without_a_name_one_chooses_among_live_runs_and_finished_ones_are_there_too(
    server: Server, desks: Desks
) -> None:
    write_run(server.home, Story().start().seed().seal("n0").test("n0", 0.5).done())
    with live(server.home, 5, 60), live(server.home, 5, 60):
        desk = desks.open()
        desk.sees(b"Runs in")
        desk.sees(b"made-up")
        desk.sees(b"done")
        desk.type(b"demo")
        time.sleep(0.5)
        desk.type(b"\r")
        desk.sees(b"done: no patch beat the seed")


@pytest.mark.e2e
def test_two_screens_tell_the_last_words_of_an_engine_that_was_killed_and_how_to_resume(
    server: Server, desks: Desks, tmp_path: Path
) -> None:
    home = Home(server.home)
    config = write_config(tmp_path / "c.toml", HOLD, epochs=9)
    home.ok("run", config, "--detach", "--name", "mine")
    home.held()
    watching = [desks.open(size=SMALL), desks.open(size=LARGE)]
    for desk in watching:
        desk.sees(b"waits for you")
    words = "fatal: the machine is out of memory"
    with home.folder().log.open("a") as log:
        log.write(f"{words}\n")
    os.kill(home.owner().pid, signal.SIGKILL)

    for desk in watching:
        for told in (f"its last words: {words}", f"saddle-tui resume {home.folder().id}"):
            desk.reader.wait(partial(_told, desk, told), what=told)
        desk.type(b"q")
        desk.sees(b"go on with: saddle-tui resume")
