"""Patches of a real run go home: all of them, from a run that is only a file which nobody can write to."""

import json
import shutil
from pathlib import Path

import pytest

from saddle_engine.harness.seed import read_seed
from tests.e2e.homes import Home, write_config
from tests.runs.media import read_only

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    folder = tmp_path_factory.mktemp("triage")
    found = Home(folder / "home")
    found.ok("run", write_config(folder / "mine.toml", seed=5, epochs=3), "--headless")
    found.wait_idle()
    return found


def _leader(home: Home) -> tuple[str, list[str]]:
    """The node with the longest way from the seed on which nothing was merged, and the patches on it."""
    nodes = {node["id"]: node for node in home.facts()["nodes"]}

    def way(node: str) -> list[str]:
        parents = nodes[node]["parents"]
        return [*way(parents[0]), nodes[node]["patch"]] if parents else []

    def plain(node: str) -> bool:
        parents = nodes[node]["parents"]
        return not parents or (len(parents) == 1 and plain(parents[0]))

    return max(((node, way(node)) for node in nodes if plain(node)), key=lambda one: len(one[1]))


def test_all_patches_of_a_node_give_that_node(home: Home, tmp_path: Path) -> None:
    node, patches = _leader(home)
    assert patches
    home.here("triage", "mine", "--choose", ",".join(patches))

    said = home.here("triage", "mine", "--to", tmp_path / "there")

    home.here("export", f"mine:{node}", "--to", tmp_path / "node")
    assert read_seed(tmp_path / "there") == read_seed(tmp_path / "node")
    assert f"together they are node {node}" in said


def test_a_run_that_nobody_can_write_to_is_decided_on_all_the_same(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    patches = _leader(home)[1][:1]
    medium = tmp_path / "medium"
    medium.mkdir()
    shutil.copyfile(home.folder().database, medium / "mine.db")

    with read_only(medium):
        home.here("triage", medium / "mine.db", "--choose", patches[0], "--reason", "good")
        found = json.loads(home.here("triage", medium / "mine.db", "--json"))
        said = home.here(
            "triage", medium / "mine.db", "--to", tmp_path / "there", "--pr", tmp_path / "pr"
        )

    assert found["chosen"] == patches
    assert f"{patches[0]} of mine: {tmp_path / 'there'}" in said
    assert [file.name for file in medium.iterdir()] == ["mine.db"]
    (kept,) = (tmp_path / "STATE").rglob("triage.db")
    assert kept.stat().st_mode & 0o777 == 0o600
