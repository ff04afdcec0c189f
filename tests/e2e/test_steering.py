"""An operator's words reach a running engine, take effect, and stay on record."""

from pathlib import Path

import pytest

from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.steering import RunStatus
from saddle_engine.types.taxonomy import Phase
from tests.e2e.homes import HOLD, Home, write_config

pytestmark = pytest.mark.e2e


def refused(home: Home, *words: str) -> str:
    done = home.saddle("steer", *words)
    assert done.returncode == 1
    return done.stderr


def test_every_verb_does_what_it_says(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    config = write_config(tmp_path / "c.toml", HOLD, epochs=9)
    assert "watch it with" in home.ok("run", config, "--detach", "--name", "mine")

    first = home.held()

    home.here("steer", "mine", "pause")
    assert home.facts()["status"] == "paused"
    assert "it is paused (drain) already" in home.here("steer", "pause")
    home.here("steer", "resume")
    assert home.state().status is RunStatus.RUNNING

    other, phase = sorted(Phase, key=lambda each: each is home.state().phase)
    home.here("steer", "phase", other)
    home.here("steer", "mine", "phase", phase)
    assert f"the phase is {phase} already" in home.here("steer", "phase", phase)
    switches = [(each.phase, each.by) for each in home.state().phases]
    assert switches[-2:] == [(other, "operator"), (phase, "operator")]

    home.here("steer", "limit", "rollouts", "500")
    assert home.facts()["limits"] == {"rollouts": 500}
    assert "are spent or set aside" in refused(home, "limit", "rollouts", "1")

    home.here("steer", "approve", first)
    home.until(lambda state: state.patches[first].after is not None)

    second = home.held()
    home.here("steer", "veto", second, "--reason", "too broad")
    vetoed = home.state().patches[second]
    assert (vetoed.status, vetoed.reason) == (PatchStatus.VETOED, "too broad")
    assert "there is no patch 'p99'" in refused(home, "approve", "p99")

    home.held()
    assert home.state().iterations[vetoed.proposed.iteration].outcome == "vetoed"
    assert f"after:{vetoed.proposed.iteration}" not in home.state().batches
    home.here("steer", "seal")
    done = home.until(lambda state: state.status is RunStatus.DONE)
    assert done.sealed is not None
    assert done.sealed.by == "operator"
    assert done.tested.keys() == {"n0", done.sealed.best}
    home.wait_idle()
    home.here("verify")
