"""What breaks ends in a sentence and exit code 1; once it is mended the run goes on."""

import os
import signal
from pathlib import Path

import pytest

from saddle_engine.types.steering import RunStatus
from tests.e2e.homes import Home, write_config

pytestmark = pytest.mark.e2e

PLUGIN = """\
import os
from pathlib import Path

from saddle_benchmarks.bundled import Bundled

HERE = Path(__file__).parent


class Plugin(Bundled):
    def __init__(self, options, private):
        changed = {"seed": 9} if (HERE / "changed").exists() else {}
        super().__init__({**options, **changed}, private)

    async def verify(self, task, spec, box, boxes):
        if not (HERE / "mended").exists():
            raise ZeroDivisionError("a bug")
        return await super().verify(task, spec, box, boxes)
"""


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed benchmark with a bug in its verifier."""
    installed = tmp_path / "installed"
    described = installed / "buggy-1.dist-info"
    described.mkdir(parents=True)
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: buggy\nVersion: 1\n")
    (described / "entry_points.txt").write_text("[saddle_tui.benchmarks]\nbuggy = buggy:Plugin\n")
    (installed / "buggy.py").write_text(PLUGIN)
    monkeypatch.setenv("PYTHONPATH", str(installed))
    return installed


@pytest.fixture
def config(tmp_path: Path) -> Path:
    config = write_config(tmp_path / "c.toml", epochs=1)
    config.write_text(config.read_text() + '[benchmark]\nname = "buggy"\n')
    return config


def test_a_bug_ends_the_engine_with_a_sentence_and_the_run_goes_on_when_it_is_mended(
    tmp_path: Path, plugin: Path, config: Path
) -> None:
    home = Home(tmp_path / "home")

    failed = home.saddle("run", config, "--headless")

    assert failed.returncode == 1
    assert "failed: ZeroDivisionError: a bug" in failed.stdout
    assert "Traceback" not in failed.stdout + failed.stderr
    assert home.facts()["status"] == "failed"
    assert home.facts()["error"] == "ZeroDivisionError: a bug"
    assert "the engine met a bug" in home.folder().log.read_text()
    home.here("verify")

    (plugin / "mended").touch()
    home.ok("resume", "--headless")
    assert home.facts()["status"] == "done"
    assert home.facts()["error"] is None
    home.here("verify")


def test_a_run_whose_tasks_have_changed_is_not_resumed(
    tmp_path: Path, plugin: Path, config: Path
) -> None:
    home = Home(tmp_path / "home")
    assert home.saddle("run", config, "--headless").returncode == 1
    records = home.state().seq

    (plugin / "mended").touch()
    (plugin / "changed").touch()
    refused = home.saddle("resume", "--headless")

    assert refused.returncode == 2
    assert "the tasks of run c" in refused.stderr
    assert "put the old tasks back or start a new run" in refused.stderr
    assert home.state().seq == records
    (plugin / "changed").unlink()
    home.ok("resume", "--headless")


def test_who_watches_an_engine_that_is_killed_is_told(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    watching = home.begin("run", write_config(tmp_path / "c.toml"), "--headless")
    assert watching.stdout is not None
    watching.stdout.readline()

    os.kill(home.owner().pid, signal.SIGKILL)
    _, told = watching.communicate(timeout=60)

    assert watching.returncode == 1
    assert "the engine ended without a word" in told
    assert f"go on with: saddle-tui --home {home.path} resume" in told
    assert home.state().status is RunStatus.RUNNING
    assert home.facts()["status"] == "interrupted"
