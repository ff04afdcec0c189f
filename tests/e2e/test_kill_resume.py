"""SIGKILL at random places, also in the test, changes nothing but the time that a run takes."""

import random
from pathlib import Path

import pytest

from tests.bench.kill_resume import UNDISTURBED, differences, disturb
from tests.e2e.homes import Home, write_config

pytestmark = pytest.mark.e2e


def test_kills_at_random_places_change_nothing(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    config = write_config(tmp_path / "c.toml", seed=5, dev=2, test=2)
    home.ok("run", config, "--headless", "--name", UNDISTURBED)

    kills = list(disturb(home, config, 3, random.Random()))

    assert "in the test" in kills[-1]
    assert differences(home) == [], kills
