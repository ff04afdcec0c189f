"""A hard limit is never passed, pauses the run, and leaves its result what it would have been."""

from pathlib import Path

import pytest

from saddle_engine.types.steering import RunStatus
from tests.bench.kill_resume import result
from tests.e2e.homes import Home, write_config

pytestmark = pytest.mark.e2e

TEST = 2 * 2 * 3  # seed and best, two repeats, three tasks
FIRST = 3 + 3 + 3  # the seed on dev, parent and patch on a mini-batch


def limited(config: Path, rollouts: int) -> Path:
    config.write_text(config.read_text() + f"[limits]\nrollouts = {rollouts}\n")
    return config


def test_a_run_at_its_limit_pauses_and_goes_on_with_a_higher_one(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    limit = TEST + FIRST + 1
    tight = limited(write_config(tmp_path / "tight.toml"), limit)

    stopped = home.saddle("run", tight, "--headless")

    assert stopped.returncode == 3, stopped.stderr
    assert "not finished; go on with: saddle-tui" in stopped.stderr
    assert "--limit rollouts=N" in stopped.stderr
    assert "does not fit" in stopped.stdout
    assert home.facts()["status"] == "paused"
    spent = home.facts()["spent"]["rollouts"]
    assert limit - TEST - 3 < spent <= limit - TEST
    assert home.saddle("resume", "--headless").returncode == 3
    low = home.saddle("resume", "--headless", "--limit", f"rollouts={limit - 9}")
    assert low.returncode == 2
    assert "are spent or set aside" in low.stderr
    assert home.facts()["spent"]["rollouts"] == spent
    home.here("verify")

    home.ok("resume", "tight", "--headless", "--limit", "rollouts=1234567")
    home.here("verify", "tight")
    assert home.facts("tight")["limits"] == {"rollouts": 1_234_567}

    home.ok("run", limited(write_config(tmp_path / "wide.toml"), 1_234_567), "--headless")
    assert result(home, "tight") == result(home, "wide")


def test_a_watched_run_waits_at_its_limit_for_a_higher_one(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    home.ok("run", limited(write_config(tmp_path / "c.toml"), TEST + FIRST), "--detach")
    paused = home.until(lambda state: state.status is RunStatus.PAUSED)
    assert paused.paused is not None
    assert paused.paused.by == "rollouts"

    home.here("steer", "limit", "rollouts", "200")

    home.until(lambda state: state.status is RunStatus.DONE)


def test_the_search_budget_of_a_policy_seals_and_tests(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    config = write_config(tmp_path / "c.toml")
    config.write_text(config.read_text().replace("[policy]", "[policy]\nrollouts = 5"))

    home.ok("run", config, "--headless")

    sealed = home.state().sealed
    assert sealed is not None
    assert (sealed.by, sealed.reason) == ("policy", "the rollout budget of 5 is used up")
    assert home.facts()["iterations"] == 1
