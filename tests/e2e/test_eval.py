"""Evaluations and estimates with the real command: as safe as a run, and true to what was measured."""

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from saddle_engine.types.steering import RunStatus
from saddle_tui.settings import HarnessSection, Settings
from tests.e2e.homes import Home, write_config

pytestmark = pytest.mark.e2e

TASKS = 6
ROLES = ("task", "evolution", "diagnosis", "reflection")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("eval")


@pytest.fixture(scope="module")
def config(folder: Path) -> Path:
    return write_config(folder / "mine.toml", seed=5, dev=TASKS, test=4)


@pytest.fixture(scope="module")
def home(folder: Path, config: Path) -> Home:
    """A finished search that has found something."""
    found = Home(folder / "home")
    found.ok("run", config, "--headless")
    assert found.facts("mine")["best"]["node"] == "n1"
    return found


def report(said: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(said)
    return found


def test_best_against_seed_survives_a_killed_engine_and_pays_for_no_attempt_twice(
    home: Home,
) -> None:
    words = ("mine:best", "--against", "mine:seed", "--repeats", "2", "--seed", "7")
    home.ok("eval", *words, "--name", "killed", "--detach")
    home.until(lambda state: state.finished >= 3, "killed")
    os.kill(home.owner("killed").pid, signal.SIGKILL)
    home.wait_idle("killed")
    left = home.state("killed")
    assert left.status is RunStatus.RUNNING
    assert left.finished < 4 * TASKS
    assert home.facts("killed")["status"] == "interrupted"

    told = home.ok("resume", "killed", "--headless")

    assert "mine:n1 against mine:n0, task by task (simulated)" in told
    assert home.state("killed").spent_rollouts == 4 * TASKS
    assert "every invariant holds" in home.here("verify", "killed")
    whole = report(home.ok("eval", *words, "--name", "whole", "--json"))
    resumed = home.facts("killed")
    for found in (whole, resumed):
        for measured in found["harnesses"]:
            for row in [measured, *measured["tasks"], *measured["families"]]:
                row.pop("seconds")
    assert resumed["harnesses"] == whole["harnesses"]
    assert resumed["comparison"] == whole["comparison"]


def test_the_report_says_what_its_rollouts_say(home: Home) -> None:
    found = report(home.ok("eval", "mine:n1", "--repeats", "2", "--json"))

    state = home.state(found["run"])
    results = [rollout.result for rollout in state.rollouts.values() if rollout.result]
    (measured,) = found["harnesses"]
    assert found["simulated"] is True
    assert found["random_seed"] not in {0, 5}
    assert (found["kind"], found["status"]) == ("eval", "done")
    assert measured["attempts"] == len(results) == 2 * TASKS
    passed = sum(result.outcome == "passed" for result in results)
    assert measured["passed"] == passed
    assert measured["pass_at_1"] == pytest.approx(passed / len(results))
    assert sum(measured["repeats"]) / 2 == pytest.approx(measured["pass_at_1"])
    assert measured["interval"][0] < measured["pass_at_1"] < measured["interval"][1]
    for part in ("tasks", "families"):
        assert sum(row["passed"] for row in measured[part]) == passed
        assert sum(row["attempts"] for row in measured[part]) == len(results)
        assert sum(row["tokens"] for row in measured[part]) == measured["tokens"]
    assert measured["tokens"] == found["spent"]["tokens"]["task"]
    assert found["comparison"] is None
    (row,) = [
        each for each in json.loads(home.here("runs", "--json")) if each["run"] == found["run"]
    ]
    assert row["evaluation"]["harnesses"] == [
        {"name": "mine:n1", "pass_at_1": measured["pass_at_1"]}
    ]
    table = home.here("show", found["run"])
    assert f"Pass@1 {100 * measured['pass_at_1']:.1f}%" in table
    assert "SIMULATED" in table


def test_a_folder_is_evaluated_under_a_configuration(
    home: Home, config: Path, tmp_path: Path
) -> None:
    home.here("export", "mine:n1", "--to", tmp_path / "better")
    react = Settings(harness=HarnessSection(bundled="react")).harness_folder()

    said = home.ok(
        *("eval", tmp_path / "better", "--config", config, "--split", "train"),
        *("--against", react, "--unsandboxed", "--json"),
    )

    found = report(said)
    assert [each["name"] for each in found["harnesses"]] == ["better", "react"]
    assert found["unsandboxed"] is True
    trees = [each["tree"] for each in found["harnesses"]]
    assert trees == [home.state("mine").dag[node].tree for node in ("n1", "n0")]  # type: ignore[index]  # ids


def test_looking_at_the_test_split_is_warned_of_and_counted(home: Home) -> None:
    done = home.saddle("eval", "mine:seed", "--split", "test", "--json")

    assert done.returncode == 0, done.stderr
    assert "looking at the test split spends it" in done.stderr
    assert "have looked 1 x before" in done.stderr
    assert "have looked 2 x before" in home.saddle("eval", "mine:seed", "--split", "test").stderr


def test_the_test_of_an_unfinished_search_is_not_looked_at(home: Home, config: Path) -> None:
    other = Home(home.path.parent / "unfinished")
    other.ok("run", config, "--detach")
    other.until(lambda state: len(state.dag))
    other.ok("stop")

    refused = other.saddle("eval", "mine:seed", "--split", "test")

    assert refused.returncode == 2
    assert "the search mine on these tasks is not finished" in refused.stderr
    assert len(list((other.path / "runs").iterdir())) == 1
    other.ok("eval", "mine:seed", "--split", "test", "--yes")


def test_an_evaluation_at_its_limit_is_refused_before_it_begins(home: Home) -> None:
    refused = home.saddle("eval", "mine:n1", "--limit", "rollouts=5")

    assert refused.returncode == 2
    assert "takes 6 rollouts (1 x 6 tasks x 1), and the limit is 5" in refused.stderr


def test_an_evaluation_pauses_at_a_limit_of_tokens_and_goes_on(home: Home) -> None:
    stopped = home.saddle("eval", "mine:n1", "--name", "short", "--limit", "tokens=20000")

    assert stopped.returncode == 3, stopped.stderr
    assert home.facts("short")["status"] == "paused"
    assert home.state("short").books.committed_tokens <= 20_000
    assert "rollouts so far" in stopped.stdout
    assert "not finished; go on with: saddle-tui" in stopped.stderr
    home.ok("resume", "short", "--headless", "--limit", "tokens=5000000")
    home.here("verify", "short")
    assert home.facts("short")["harnesses"][0]["attempts"] == TASKS


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("eval mine:n99", "there is no node mine:n99; the nodes are: best, seed, n0, n1"),
        ("eval mien:n1", "the nearest are mine"),
        ("eval nowhere", "'nowhere' is no folder and no RUN:NODE"),
        ("eval mine:n1 --against mine:best", "are the same harness: there is nothing to compare"),
        ("eval mine:n1 --model claude-opus-5", "there is no other simulated one"),
        ("eval mine:n1 --repeats 0", "'0' is no whole number from 1"),
        ("eval mine:n1 --split all", "invalid Split value: 'all'"),
        ("eval mine:n1 --limit gold=1", "there is no limit 'gold'"),
        ("eval mine:n1 --name mine", "a run named 'mine' exists already"),
        ("eval {react}", "a harness in a folder needs --config"),
        ("eval {react} --config {config}", "or say --unsandboxed if you accept that"),
        ("eval {tmp} --config {config}", "has no harness.toml; it is no harness"),
        ("estimate {tmp}/none.toml", "cannot read the config"),
    ],
)
def test_what_cannot_be_measured_is_said_in_a_sentence(
    home: Home,
    config: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    words: str,
    told: str,
) -> None:
    react = Settings(harness=HarnessSection(bundled="react")).harness_folder()
    before = sorted((home.path / "runs").iterdir())

    assert home.inside(*words.format(react=react, config=config, tmp=tmp_path).split()) == 2

    assert told in capsys.readouterr().err
    assert sorted((home.path / "runs").iterdir()) == before


def test_a_model_without_a_price_is_not_evaluated_and_not_estimated(
    home: Home, config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    real = tmp_path / "real.toml"
    model = '[model.task]\nprovider = "anthropic"\nname = "claude-opus-5"\nkey_file = "key"\n'
    real.write_text(f"{config.read_text()}{model}")
    (tmp_path / "key").touch(mode=0o600)
    (tmp_path / "key").write_text("sk-ant-canary")

    for words in (
        ("eval", "mine:n1", "--config", real, "--model", "gpt-9", "--unsandboxed"),
        ("estimate", _renamed(real, "gpt-9")),
    ):
        assert home.inside(*words) == 2
        said = capsys.readouterr().err
        assert 'the price of the model "gpt-9" is not known' in said
    assert home.inside("estimate", _renamed(real, "claude-opus-5")) == 0


def _renamed(real: Path, name: str) -> Path:
    changed = real.with_name(f"{name}.toml")
    changed.write_text(real.read_text().replace("claude-opus-5", name))
    return changed


@pytest.mark.parametrize("where", ["elsewhere", "home"])
def test_an_estimate_holds_what_a_run_really_takes(home: Home, config: Path, where: str) -> None:
    """Without any earlier run, and with those of this home."""
    found = report(Home(home.path.parent / where).ok("estimate", config, "--json"))

    state, spent = home.state("mine"), home.facts("mine")["spent"]
    assert ("earlier run" in found["assumptions"]["rollout"]["source"]) == (where == "home")
    total = found["total"]
    assert total["rollouts"]["low"] <= spent["rollouts"] <= total["rollouts"]["high"]
    for role in ROLES:
        numbers = found["roles"][role]["tokens"]
        assert numbers["low"] <= spent["tokens"][role] <= numbers["high"], role
    assert total["usd"]["high"] == spent["usd"] == 0
    counted = {
        stage: sum(len(batch.rollouts) for batch in state.batches.values() if batch.purpose == kind)
        for stage, kind in {
            "seed on dev": "seed_dev",
            "before": "before",
            "after": "after",
            "dev gates": "dev",
            "test": "test",
        }.items()
    }
    for stage in found["stages"]:
        if stage["role"] == "task":
            numbers = stage["rollouts"]
            assert numbers["low"] <= counted[stage["stage"]] <= numbers["high"], stage["stage"]
    assert found["simulated"] is True


def test_an_evaluation_of_the_same_harness_makes_an_estimate_a_measurement(
    home: Home, config: Path
) -> None:
    other = Home(home.path.parent / "measured")
    react = Settings(harness=HarnessSection(bundled="react")).harness_folder()
    other.ok("eval", react, "--config", config, "--unsandboxed", "--name", "first")

    found = report(other.ok("estimate", config, "--json"))

    measured = report(other.here("show", "first", "--json"))["harnesses"][0]
    rollout = found["assumptions"]["rollout"]
    assert rollout["source"] == f"{TASKS} rollouts of 1 earlier run here (first)"
    assert rollout["tokens"]["likely"] == pytest.approx(measured["tokens"] / TASKS)
    assert "earlier run" not in found["assumptions"]["diagnosis"]["source"]
