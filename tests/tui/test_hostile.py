"""A run whose every text is hostile: nothing of it acts, on the screen or in a command's output."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from saddle_engine import events as ev
from saddle_engine.adapters.clock import SystemClock
from saddle_engine.types.base import PatchId
from saddle_engine.types.rollout import Outcome, Purpose
from saddle_runs.control import ControlBox
from saddle_runs.folder import RunFolder
from saddle_runs.lease import LEASE_S, Driver
from tests.tui.attached import command
from tests.tui.hostile import BITS, HOSTILE, violations
from tests.tui.stories import Story, engine, write_run
from tests.tui.terminals import terminal


def _story() -> Story:
    """The hostile texts in every text column of a run; what JSON cannot hold becomes U+FFFD there."""
    story = Story(text=_storable(HOSTILE)).start(name=_storable(HOSTILE), version=HOSTILE[:9])
    story.seed().grow(0.75, "n0").decline("n1")
    for bit in map(_storable, BITS):
        story.text = bit
        story.iterate("n1")
        story.add(ev.PatchRefused(patch=story.propose("n1"), reason=bit)).learn(bit[:600])
        story.finish("refused")
        story.add(ev.CommandRefused(command=bit, verb=bit, reason=bit))
        story.add(ev.RunPaused(by=bit, reason=bit), ev.RunResumed(by=bit))
    broken = story.begin_all(Purpose.BEFORE, [bit + "t" for bit in map(_storable, BITS)], 1)
    for rollout in broken[:9]:
        story.add(ev.RolloutBroke(rollout=rollout, tries=1, reason=story.text))
        story.end(rollout, Outcome.FAILED)
    story.iterate("n1")
    patch = story.propose("n1")
    return story.add(
        ev.ApprovalAsked(patch=patch),
        ev.PatchVetoed(patch=PatchId("p1"), by=story.text, reason=story.text),
    )


def _storable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


PASTED = b"\x1b[200~" + _storable(HOSTILE.replace("\x1b[201~", "")).encode() + b"\x1b[201~"


@pytest.fixture
def run(tmp_path: Path) -> Iterator[RunFolder]:
    story = _story()
    folder = write_run(tmp_path / "home", story)
    live = {
        f"r{number}": _storable(BITS[number % len(BITS)]) for number in range(story.rollouts + 1)
    }
    with engine(folder, live):
        yield folder


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (200, 60)])
def test_nothing_on_the_screen_acts(run: RunFolder, columns: int, rows: int) -> None:
    words = ["--home", str(run.path.parent.parent), "attach", run.id]

    with terminal(words, columns=columns, rows=rows) as screen:
        screen.wait_for(b"EvoDAG")
        screen.wait_for(b"held")
        screen.resize(columns - 1, rows - 1)
        screen.wait_for(b"vetoed")
        screen.type(b"q")
        written = screen.wait_end()

    assert violations(written) == []
    assert screen.code == 0


@pytest.mark.parametrize(("columns", "rows"), [(60, 18), (120, 40)])
def test_nothing_acts_in_any_pane_or_window(run: RunFolder, columns: int, rows: int) -> None:
    words = ["--home", str(run.path.parent.parent), "attach", run.id]

    with terminal(words, columns=columns, rows=rows) as screen:
        screen.wait_for(b"DRIVER")
        for key in b"12345678":
            screen.type(bytes([key]))
            for move in (b"jj", b"\x1b[5~", b"G", b"\r"):
                screen.type(move)
                screen.drain(0.1)
            screen.type(b"\x1b")
            screen.drain(0.3)
        for key in b"?:yc":  # windows, the last one of triage
            screen.type(bytes([key]))
            screen.drain(0.5)
            screen.type(PASTED)
            screen.drain(0.3)
            screen.type(b"\x1b")
            screen.drain(0.5)
        for theme in (b"light", b"mono"):
            command(screen, b"theme " + theme)
            screen.drain(0.5)
        command(screen, b"ascii")
        screen.drain(0.5)
        screen.type(b"\x11")
        written = screen.wait_end()

    assert violations(written) == []
    assert screen.code == 0


def test_a_driver_with_a_hostile_name_does_nothing_to_others(run: RunFolder) -> None:
    words = ["--home", str(run.path.parent.parent), "attach", run.id]

    with ControlBox(run.control) as box, terminal(words) as screen:
        screen.wait_for(b"DRIVER")
        other = Driver("seat", _storable(HOSTILE)[:190])
        box.drive(other, SystemClock().now() + LEASE_S / 2, take=True)
        screen.wait_for(b"OBSERVER")
        screen.type(b"p")
        screen.wait_for(b"press t")
        screen.type(b"?")
        screen.drain(0.5)
        screen.type(b"\x11")
        written = screen.wait_end()

    assert violations(written) == []


@pytest.mark.parametrize("words", [["show"], ["runs"], ["show", "--json"], ["runs", "--json"]])
def test_nothing_that_a_command_prints_acts(run: RunFolder, words: list[str]) -> None:
    written = _output(run, *words)

    assert violations(written) == []


def test_nothing_that_headless_prints_acts(run: RunFolder) -> None:
    program = (
        "import sys; from pathlib import Path; from saddle_runs.folder import find_run;"
        "from saddle_tui import headless; headless.engine_alive = lambda folder: False;"
        "headless.follow(find_run(Path(sys.argv[1]), None), as_json=len(sys.argv) > 2)"
    )
    home = str(run.path.parent.parent)

    plain = subprocess.run([sys.executable, "-c", program, home], capture_output=True, check=True)
    as_json = subprocess.run(
        [sys.executable, "-c", program, home, "--json"], capture_output=True, check=True
    )

    assert len(plain.stdout.splitlines()) > 30
    assert violations(plain.stdout + plain.stderr) == []
    assert violations(as_json.stdout) == []


def _output(run: RunFolder, *words: str) -> bytes:
    command = [sys.executable, "-m", "saddle_tui", "--home", str(run.path.parent.parent), *words]
    done = subprocess.run(command, capture_output=True, check=True)
    return done.stdout + done.stderr
