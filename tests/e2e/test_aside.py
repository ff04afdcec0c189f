"""A patch that was set aside outlives the engine that it was held by, and is checked by the next."""

import os
import signal
from pathlib import Path

import pytest

from saddle_engine.types.steering import RunStatus
from tests.e2e.homes import HOLD, Home, write_config

pytestmark = pytest.mark.e2e


def test_deferred_patch_is_taken_up_by_the_next_engine_and_a_veto_has_its_shadow(
    tmp_path: Path,
) -> None:
    home = Home(tmp_path / "home")
    config = write_config(tmp_path / "c.toml", f"{HOLD}shadow = 3\n", epochs=9)
    home.ok("run", config, "--detach", "--name", "mine")

    first = home.held()
    home.here("steer", "defer", first)
    second = home.held()
    home.here("steer", "hint", "look at stderr")
    killed = home.owner().pid
    os.kill(killed, signal.SIGKILL)
    home.wait_idle()

    resumed = home.begin("resume", "mine", "--headless")
    home.until(lambda state: state.engine and state.engine.pid != killed)
    home.here("steer", "hold", "none")
    home.here("steer", "approve", first)
    home.here("steer", "veto", second, "--reason", "too broad")
    home.until(lambda state: state.patches[first].buckets and state.patches[second].shadow)
    home.until(lambda state: not state.wishes.waiting_hints)
    home.here("steer", "seal")
    done = home.until(lambda state: state.status is RunStatus.DONE)
    assert resumed.wait() == 0

    patch = done.patches[first]
    own, again = done.iterations[patch.proposed.iteration], done.iterations[patch.iteration]
    assert again.started.takes_up == first
    assert again.started.tasks == own.started.tasks
    assert done.patches[second].buckets is None
    home.here("verify", "mine")
