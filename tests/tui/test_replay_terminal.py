"""From a run to its past and back, in a real terminal."""

from pathlib import Path

import pytest

from saddle_runs.folder import RunFolder
from tests.tui.attached import BEGINS, assert_restored, attached, private
from tests.tui.replays import searched, write_paced
from tests.tui.stories import engine
from tests.tui.terminals import terminal


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    return write_paced(tmp_path / "home", searched())


def test_one_key_leads_to_a_runs_past_and_back_to_it(run: RunFolder) -> None:
    with engine(run), attached(run) as screen:
        screen.type(b"T")
        screen.wait_for(b"paused x1")
        screen.wait_for(b"REPLAY")
        at = len(screen.seen)
        screen.type(b"T")
        screen.wait_for(b"DRIVER", at)
        screen.drain(0.5)
        screen.type(b"q")
        written = screen.wait_end()

    assert written.count(BEGINS) == 3
    assert_restored(written)
    assert b"come back with: " in written


def test_a_replay_says_how_to_come_back_to_its_place(run: RunFolder) -> None:
    home = run.path.parent.parent
    words = ["--home", str(home), "replay", run.id, "--at", "it2", "--screen", "log"]
    with terminal(words, environment=private(home)) as screen:
        screen.wait_for(b"Log")
        screen.wait_for(b"leave")
        screen.drain(0.5)
        screen.type(b"q")
        written = screen.wait_end()

    assert_restored(written.replace(b"Log", b"Rollouts"))
    assert f"replay {run.id} --at ".encode() in written
    assert not (run.path / "screen.log").exists()


def test_a_place_that_is_none_leaves_the_terminal_alone(run: RunFolder) -> None:
    home = run.path.parent.parent
    words = ["--home", str(home), "replay", run.id, "--at", "n99"]
    with terminal(words, environment=private(home)) as screen:
        written = screen.wait_end()

    assert BEGINS not in written
    assert b"--at n99: there is no 'n99'; expected a record (1234)" in written
