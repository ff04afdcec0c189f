"""Steering a live run changes it as it says: in its journal, and in what `show --json` and `steer --json` say."""

import json
from pathlib import Path
from typing import Any

import pytest

from saddle_engine import events as ev
from saddle_engine.state import RunState
from saddle_engine.types.base import PatchId, RolloutId
from saddle_engine.types.rollout import Outcome
from saddle_engine.types.steering import RunStatus
from saddle_tui.actor import actor
from saddle_tui.editing import changed, prepare
from saddle_tui.reading import open_viewer
from tests.e2e.homes import HOLD, Home, write_config

pytestmark = pytest.mark.e2e


class Steered(Home):
    """A home with one run at work, and the operator's words to it."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        super().__init__(folder / "home")
        self._capsys = capsys
        config = write_config(folder / "c.toml", f"concurrency = 1\n{HOLD}", epochs=9)
        self.ok("run", config, "--detach", "--name", "mine")

    def steer(self, *words: str, code: int = 0) -> dict[str, Any]:
        """What `steer --json` says of a word."""
        self._capsys.readouterr()
        assert self.inside("steer", "mine", *words, "--json") == code
        found: dict[str, Any] = json.loads(self._capsys.readouterr().out)
        assert found["accepted"] is (code == 0), found
        return found

    def events(self) -> list[ev.AnyEvent]:
        with open_viewer(self.folder("mine")) as viewer:
            return [record.event for record in viewer.tail(0, limit=1_000_000)]


def _left(state: RunState) -> list[RolloutId]:
    """Rollouts of the newest batch that have no outcome."""
    batch = next(reversed(state.batches.values()), None)
    return [each for each in (batch.rollouts if batch else []) if not state.rollouts[each].result]


def _held_amid_a_batch(home: Steered) -> list[RolloutId]:
    """Hold the run; which rollouts have no outcome yet: the last ones wait for their turn."""
    home.until(_left, "mine")
    home.steer("pause", "hold")
    return _left(home.state("mine"))


def _lengthened(home: Home, patch: PatchId, folder: Path) -> str:
    """`PATH=FILE`: a file of the patch with a line more."""
    draft = prepare(home.folder("mine"), patch)
    path = next(each for each in changed(draft.before, draft.patched) if each in draft.patched)
    mine = folder / "mine.txt"
    mine.write_bytes(draft.patched[path] + b"\n# Look twice.\n")
    draft.discard()
    return f"{path}={mine}"


def test_steering_a_live_run_changes_it_as_it_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = Steered(tmp_path, capsys)
    first = home.held("mine")

    # What is said while a patch waits.
    now = home.state().phase
    other = "steering" if now == "capability" else "capability"
    assert home.steer("phase", other, "--dry-run")["state"] == {"phase": other}
    assert home.state().phase == now
    said = home.steer("phase", other, "--reason", "enough of tools")
    assert (said["changed"], said["actor"], said["state"]) == (True, actor(), {"phase": other})
    assert home.state().phases[-1].by == "operator"
    assert home.steer("phase", other)["changed"] is False
    assert home.steer("limit", "rollouts", "500")["state"] == {"limits": {"rollouts": 500}}
    assert home.steer("pin", "seed")["state"] == {"pinned": "n0"}
    hint = home.steer("hint", "the", "units", "are", "metric")["state"]["hint"]
    assert (hint["status"], hint["text"]) == ("waits", "the units are metric")
    assert home.steer("comment", first, "wide")["state"]["patch"]["comments"][0]["text"] == "wide"

    # A veto, taken back, and an edit of what it was about.
    stale = home.steer("veto", first, "--reason", "x", "--expect", "status=vetoed", code=1)
    assert "is now 'held'" in stale["problem"]
    assert home.steer("veto", first, "--reason", "wide")["state"]["patch"]["status"] == "vetoed"
    assert home.steer("veto", first, "--reason", "wide")["changed"] is False
    assert home.steer("undo", first)["state"]["patch"]["status"] == "held"
    edited = home.steer("edit", first, _lengthened(home, first, tmp_path), "--reason", "twice")
    assert edited["state"]["patch"]["status"] == "superseded"
    second = PatchId(edited["state"]["patch"]["edited_as"])
    assert home.steer("approve", second)["changed"] is True
    home.until(lambda state: state.patches[second].buckets is not None, "mine")
    patch = home.state("mine").patches[second]
    assert (patch.proposed.by, patch.proposed.edit_of) == (actor(), first)

    # A run of its own, and what the iterations to come make of it all.
    fork = home.steer("fork", "seed", "--name", "other")["state"]["fork"]
    home.until(lambda state: state.wishes.forks, "mine")
    assert home.inside("steer", "other", "abort", "other", "--reason", "seen enough") == 0
    home.steer("hold", "none")
    home.until(lambda state: state.wishes.hints["h1"].taken is not None, "mine")  # type: ignore[index]  # a HintId
    while len(left := _held_amid_a_batch(home)) < 2:
        home.steer("resume")
    assert home.steer("cancel", left[-1], "--reason", "not this")["changed"] is True
    home.until(lambda state: state.rollouts[left[-1]].result, "mine")
    assert home.steer("pause", "drain")["state"]["paused"]["mode"] == "drain"
    assert home.steer("resume")["state"]["run"] == "running"
    home.steer("seal")
    done = home.until(lambda state: state.status is RunStatus.DONE, "mine")
    home.wait_idle("mine")

    result = done.rollouts[left[-1]].result
    assert result is not None
    assert (result.outcome, result.score) == (Outcome.CANCELLED, None)
    assert result.reason == f"cancelled by {actor()}: not this"
    events = home.events()
    pinned = next(n for n, event in enumerate(events) if isinstance(event, ev.ParentPinned))
    chosen = [event for event in events[pinned:] if isinstance(event, ev.ParentChosen)]
    assert chosen
    assert {event.parents for event in chosen} == {("n0",)}
    loose = next(n for n, event in enumerate(events) if isinstance(event, ev.HoldChanged))
    assert not any(isinstance(event, ev.ApprovalAsked) for event in events[loose:])

    facts = home.facts("mine")
    assert facts["hints"][0]["status"] == "taken"
    assert [each["run"] for each in facts["forks"]] == [fork["run"]]
    assert (facts["hold"], facts["pinned"], facts["cancelled"]) == ("none", "n0", [left[-1]])
    did = [(each["verb"], each["about"], each["reason"]) for each in facts["interventions"]]
    assert ("phase", other, "enough of tools") in did
    assert ("limit", "rollouts=500", "") in did
    assert ("veto", first, "wide") in did
    assert {verb for verb, _, _ in did} >= {
        "hint",
        "pin",
        "undo",
        "edit",
        "approve",
        "fork",
        "seal",
    }
    assert {each["actor"] for each in facts["interventions"]} == {actor()}
    home.here("verify", "mine")
    assert home.facts("other")["forked_from"] == f"{facts['run']}:n0"
    assert home.facts("other")["status"] == "aborted"


def test_an_aborted_run_is_over_for_good_and_can_still_be_looked_at(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = Home(tmp_path / "home")
    config = write_config(tmp_path / "c.toml", epochs=9)
    follower = home.begin("run", config, "--headless", "--name", "mine")
    assert follower.stdout is not None
    follower.stdout.readline()
    home.until(lambda state: state.iterations, "mine")

    assert home.inside("steer", "mine", "abort", "yours") == 1
    assert "type its name: mine" in capsys.readouterr().err
    assert home.inside("steer", "mine", "abort", "mine", "--reason", "wrong tasks") == 0
    said, complained = follower.communicate(timeout=60)

    assert follower.returncode == 4
    assert f"aborted by {actor()}: wrong tasks" in said
    assert "it can be looked at, exported and forked" in complained
    home.wait_idle("mine")
    capsys.readouterr()
    for words in (("resume", "mine"), ("steer", "mine", "resume"), ("stop", "mine")):
        assert home.inside(*words) in {1, 2}
        assert f"mine was aborted by {actor()}: wrong tasks" in capsys.readouterr().err
    assert home.inside("steer", "mine", "abort", "mine") == 0
    facts = home.facts("mine")
    assert facts["status"] == "aborted"
    assert facts["aborted"] == {"by": actor(), "reason": "wrong tasks"}
    assert facts["spent"]["usd_reserved"] == 0
    assert home.inside("export", "mine:seed", "--to", tmp_path / "out") == 0
    assert home.inside("verify", "mine") == 0
    assert home.state("mine").engine is None
