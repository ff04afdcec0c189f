"""What can be said to a run that nobody works on."""

import asyncio
import json
from pathlib import Path

import pytest

from saddle_engine import events as ev
from saddle_engine.adapters.clock import SystemClock
from saddle_engine.types.calls import CallId
from saddle_engine.types.steering import RunStatus
from saddle_runs.folder import RunFolder, create_run
from saddle_runs.journal import RunJournal
from saddle_tui.actor import actor
from saddle_tui.cli import main
from saddle_tui.reading import read_state
from tests.engine.test_steering import HELD

CALL = ev.CallReserved(
    call=CallId("d1.1:0"),
    tries=1,
    role="diagnosis",
    owner="d1",
    model="m",
    key="k",
    tokens=9,
    cost=5,
)


@pytest.fixture
def left(tmp_path: Path) -> RunFolder:
    """Its engine died amid a call."""
    folder = create_run(tmp_path / "home", "mine", SystemClock())
    with RunJournal(folder.database, SystemClock()) as journal:
        begun = [HELD[0].model_copy(update={"name": "mine"}), *HELD[1:]]
        asyncio.run(journal.append(*begun, CALL))
    return folder


def steer(folder: RunFolder, *words: str) -> int:
    return main(["--home", str(folder.path.parent.parent), "steer", "mine", *words])


def test_a_run_that_nobody_works_on_can_be_given_up(
    left: RunFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    assert steer(left, "abort", "mine", "--reason", "wrong tasks", "--json") == 0

    said = json.loads(capsys.readouterr().out)
    assert said["state"]["aborted"] == {"by": actor(), "reason": "wrong tasks"}
    state = read_state(left)
    assert state.status is RunStatus.ABORTED
    assert (state.books.reserved, state.books.spent) == ({}, 5)
    assert [each.event.kind for each in state.interventions] == ["CommandAccepted"]
    assert [path.name for path in left.path.glob("run.db*")] == ["run.db"]
    assert steer(left, "abort", "mine") == 0
    assert read_state(left).seq == state.seq


@pytest.mark.parametrize("words", [("abort", "yours"), ("abort", "yours", "--dry-run")])
def test_only_its_name_gives_a_run_up(
    left: RunFolder, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    before = read_state(left).seq

    assert steer(left, *words) == 1

    assert "type its name: mine" in capsys.readouterr().err
    assert read_state(left).seq == before


@pytest.mark.parametrize(
    "words", [("pause",), ("approve", "p1"), ("limit", "usd", "3"), ("approve", "p1", "--dry-run")]
)
def test_everything_else_needs_an_engine_and_says_how_to_start_one(
    left: RunFolder, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    assert steer(left, *words) == 1

    said = capsys.readouterr().err
    assert "no engine is at work on mine" in said
    assert "resume" in said


def test_a_dry_run_of_giving_up_gives_nothing_up(left: RunFolder) -> None:
    assert steer(left, "abort", "mine", "--dry-run") == 0

    assert read_state(left).aborted is None
