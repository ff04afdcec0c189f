"""Evaluations with the provider of real models, against a server on this machine: the money is right."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from saddle_engine.types.money import nanos
from saddle_tui.settings import HarnessSection, Settings
from tests.e2e.homes import Home
from tests.loopback.configs import OPTIMIZER_MODEL, write_user_config
from tests.loopback.server import Loopback
from tests.loopback.thread import in_thread
from tests.loopback.worker import Worker

pytestmark = pytest.mark.e2e

KEY = "sk-ant-canary-5d07"
NANO = 1e9
REACT = Settings(harness=HarnessSection(bundled="react")).harness_folder()


@pytest.fixture
def loopback() -> Loopback:
    return Loopback(Worker(), key=KEY)


@pytest.fixture
def config(loopback: Loopback, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    with in_thread(loopback) as url:
        yield write_user_config(tmp_path / "user.toml", url)


def report(said: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(said)
    return found


def test_another_model_is_asked_and_paid_to_the_cent(
    config: Path, loopback: Loopback, tmp_path: Path
) -> None:
    home = Home(tmp_path / "home")

    found = report(
        home.ok(
            *("eval", REACT, "--config", config, "--unsandboxed", "--json"),
            *("--model", OPTIMIZER_MODEL),
        )
    )

    (measured,) = found["harnesses"]
    assert found["simulated"] is False
    assert {line.model for line in loopback.ledger.lines} == {OPTIMIZER_MODEL}
    assert round(found["spent"]["usd"] * NANO) == loopback.ledger.nanos > 0
    assert round(measured["usd"] * NANO) == loopback.ledger.nanos
    assert found["spent"]["tries"]["sent"]["task"] == len(loopback.ledger.lines)
    assert "simulated" not in home.here("show").lower()
    home.here("verify")
    files = [path for path in home.path.rglob("*") if path.is_file()]
    assert not [path for path in files if KEY.encode() in path.read_bytes()]


def test_a_limit_of_dollars_is_not_passed_and_a_higher_one_goes_on(
    config: Path, loopback: Loopback, tmp_path: Path
) -> None:
    home = Home(tmp_path / "home")
    words = ("eval", REACT, "--config", config, "--unsandboxed", "--repeats", "4", "--name", "paid")

    stopped = home.saddle(*words, "--limit", "usd=0.15")

    assert stopped.returncode == 3, stopped.stderr
    assert "of 0.15 USD" in stopped.stdout
    assert 0 < loopback.ledger.nanos <= nanos(0.15)
    home.ok("resume", "--headless", "--limit", "usd=5")
    found = home.facts("paid")
    assert found["rollouts"] == {"done": 12, "planned": 12}
    assert round(found["spent"]["usd"] * NANO) == loopback.ledger.nanos
    home.here("verify")
