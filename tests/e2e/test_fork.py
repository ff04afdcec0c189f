"""A fork begins with another run's node under its configuration, and what it comes from may be over."""

import shutil
from pathlib import Path

import pytest

from saddle_engine.state import RunState
from tests.e2e.homes import Home, write_config

pytestmark = pytest.mark.e2e


def has_node(state: RunState) -> bool:
    return len(state.dag) > 0


def test_a_run_that_nobody_works_on_can_be_forked_without_its_harness_and_config(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = Home(tmp_path / "home")
    config = write_config(tmp_path / "mine.toml")
    config.write_text(config.read_text().replace('bundled = "react"', 'path = "agent"'))
    home.ok("run", write_config(tmp_path / "first.toml"), "--detach", "--name", "first")
    home.until(has_node, "first")
    home.ok("stop", "first")
    home.here("export", "first:seed", "--to", tmp_path / "agent")
    home.ok("run", config, "--detach", "--name", "mine", "--unsandboxed")
    home.until(has_node, "mine")
    home.ok("stop", "mine")
    shutil.rmtree(tmp_path / "agent")
    config.unlink()
    capsys.readouterr()

    assert home.inside("fork", "mine", "best", "--detach") == 0
    said = capsys.readouterr()
    assert "mine-n0 (" in said.err
    assert "no engine is at work on mine, so it does not know" in said.err
    assert "watch it with" in said.out
    fork = home.until(has_node, "mine-n0")
    assert home.inside("steer", "mine-n0", "abort", "mine-n0") == 0

    mine = home.state("mine")
    assert mine.run is not None
    assert fork.run is not None
    assert fork.run.forked_from == f"{mine.run.run}:n0"
    assert (fork.run.tree, fork.run.unsandboxed) == (mine.seed.tree, True)
    assert fork.limits == mine.limits
    assert not mine.wishes.forks
    home.wait_idle("mine-n0")
    assert home.inside("verify", "mine-n0") == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("mine", "n7"), "there is no node mine:n7; the nodes are: best, seed, n0"),
        (("yours", "best"), "yours"),
        (("mine", "seed", "--name", "mine"), "a run named 'mine' exists already"),
        (("mine", "seed", "--name", "a b"), "cannot be a run's name"),
    ],
)
def test_what_cannot_be_forked_is_refused_in_a_sentence_and_leaves_nothing(
    forked_from: Home,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    said: str,
) -> None:
    before = sorted((forked_from.path / "runs").iterdir())
    capsys.readouterr()

    assert forked_from.inside("fork", *words, "--detach") == 2

    assert said in capsys.readouterr().err
    assert sorted((forked_from.path / "runs").iterdir()) == before


@pytest.fixture(scope="module")
def forked_from(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A home with a run that has a node."""
    folder = tmp_path_factory.mktemp("forked")
    home = Home(folder / "home")
    home.ok("run", write_config(folder / "c.toml"), "--detach", "--name", "mine")
    home.until(has_node, "mine")
    home.ok("stop", "mine")
    return home
