"""A newcomer takes the example, or the README's own words, as the beginning of their own run."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from saddle_tui.config import settings_of
from saddle_tui.settings import HarnessSection, Settings

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = ROOT / "docs" / "example"
DEADLINE_S = 120

pytestmark = pytest.mark.e2e

Saddle = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return Path(shutil.copytree(EXAMPLE, tmp_path / "mine"))


@pytest.fixture
def saddle(tmp_path: Path) -> Saddle:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "saddle_tui", "--home", str(tmp_path / "home"), *words]
        environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}
        return subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=DEADLINE_S,
            env=environment,
            check=False,
        )

    return run


def test_a_harness_of_ones_own_runs_to_the_end_and_gets_a_rule_proposed(
    mine: Path, saddle: Saddle
) -> None:
    before = _content(mine)

    ran = saddle(
        "run", str(mine / "config.toml"), "--headless", "--sandbox", "none", "--unsandboxed"
    )

    assert ran.returncode == 0, ran.stderr
    facts = json.loads(saddle("show", "--json").stdout)
    assert facts["status"] == "done"
    assert facts["simulated"]
    assert [patch["subtype"] for patch in facts["patches"]] == ["rule_addition"]
    assert facts["seed"]["dev"] == 1.0
    assert facts["seed"]["test"] == 0.0
    assert saddle("verify").returncode == 0
    assert "simulated" in saddle("export", "--to", str(mine / "improved")).stdout
    assert _content(mine / "improved") == _content(mine / "agent")
    shutil.rmtree(mine / "improved")
    assert _content(mine) == before


def test_a_harness_of_ones_own_needs_consent_to_run_without_a_sandbox(
    mine: Path, saddle: Saddle
) -> None:
    ran = saddle("run", str(mine / "config.toml"), "--headless", "--sandbox", "none")

    assert ran.returncode == 2
    assert "--unsandboxed" in ran.stderr
    assert saddle("runs", "--json").stdout.strip() == "[]"


def test_the_readme_shows_the_files_of_the_example() -> None:
    manifest, config = (
        tomllib.loads(block)
        for block in re.findall(r"```toml\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    )

    of_example = tomllib.loads((EXAMPLE / "config.toml").read_text())
    assert {key: config[key] for key in of_example} == of_example
    settings_of(config)
    example = tomllib.loads((EXAMPLE / "agent" / "harness.toml").read_text())
    assert manifest["surface"][0] in example.pop("surface")
    assert {key: manifest[key] for key in example} == example


def test_the_readme_shows_a_verifier_of_the_example() -> None:
    (shown,) = re.findall(r"```sh\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)

    assert (EXAMPLE / "tasks" / "sum-prices" / "tests" / "test.sh").read_text() == shown


def test_the_example_carries_the_client_that_ships() -> None:
    ours = Settings(harness=HarnessSection(bundled="react")).harness_folder() / "saddle_pipe.py"

    assert (EXAMPLE / "agent" / "saddle_pipe.py").read_bytes() == ours.read_bytes()


def _content(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }
