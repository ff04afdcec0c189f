"""Whole runs in Docker boxes."""

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from saddle_engine.bodies import Bodies
from saddle_engine.events import RequestAnswered
from saddle_engine.state import RunState
from saddle_engine.types.base import Digest
from saddle_engine.types.wire import Door
from saddle_tui.reading import open_viewer
from saddle_tui.settings import HarnessSection, Settings
from tests.e2e.homes import Home, write_config
from tests.engine.boxes_rig import docker_problem

pytestmark = [
    pytest.mark.docker,
    pytest.mark.e2e,
    pytest.mark.skipif(bool(docker_problem()), reason=docker_problem() or "Docker answers"),
]

SMALL = {"train": 3, "dev": 2, "test": 2, "epochs": 2, "test_repeats": 1}
KEY = "sk-ant-canary-5d1f"
CANARY = "host-canary-77aa"

PROBE = '''
import json, os, socket, sys

def attempt(action):
    try:
        return repr(action())
    except Exception as why:
        return f"no: {why}"

def walk():
    """Every readable file below 100 kB, outside of the system's own folders."""
    for top in ("/harness", "/svc", "/box", "/tmp", "/home", "/root", "/app", "/tests", "/solution",
                "/logs", "/mnt", "/srv", "/opt", "/var/tmp", "/run"):
        for folder, _, files in os.walk(top):
            for name in files:
                path = os.path.join(folder, name)
                try:
                    if os.path.isfile(path) and os.path.getsize(path) < 100_000:
                        yield path, open(path, errors="replace").read()
                except OSError:
                    pass

def environments():
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            yield open(f"/proc/{pid}/environ").read()
        except OSError:
            pass

def look(marker, canary):
    found = dict(walk())
    report = {
        "connect": attempt(lambda: socket.create_connection(("1.1.1.1", 53), 1)),
        "gateway": attempt(lambda: socket.create_connection(("172.17.0.1", 22), 1)),
        "environ": sorted(os.environ),
        "all_environs": " ".join(environments()),
        "host_file": attempt(lambda: open(canary).read()),
        "files": sorted(path for path in found if not path.startswith("/harness")),
        "texts": " ".join(text for path, text in found.items() if path != __file__),
        "plant": attempt(lambda: open(marker, "w").write("planted")),
        "plant_here": attempt(lambda: open("planted", "w").write("planted")),
    }
    return json.dumps(report)
'''

MAIN = """
import sys
import probe

probe.plant({marker!r})  # as a candidate would that runs code when it is imported

if __name__ == "__main__" and "--check" not in sys.argv:
    from saddle_pipe import Pipe
    Pipe().finish(probe.look({marker!r}, {canary!r}))
"""

PLANT = """

def plant(marker):
    attempt(lambda: os.makedirs(os.path.dirname(marker), exist_ok=True))
    attempt(lambda: open(marker, "w").write("planted on import"))
"""


def in_docker(tmp_path: Path, **changes: int) -> Path:
    config = write_config(tmp_path / "docker.toml", **(SMALL | changes))
    config.write_text(config.read_text().replace('kind = "none"', 'kind = "docker"'))
    return config


def scores(facts: dict[str, Any]) -> dict[str, Any]:
    kept = ("seed", "best", "nodes", "patches", "lessons", "phases", "iterations")
    return {name: facts[name] for name in kept} | {"rollouts": facts["spent"]["rollouts"]}


def test_a_run_in_docker_boxes_has_the_results_of_one_in_host_folders(tmp_path: Path) -> None:
    docker, none = Home(tmp_path / "docker"), Home(tmp_path / "none")

    docker.ok("run", in_docker(tmp_path), "--headless")
    none.ok("run", write_config(tmp_path / "none.toml", **SMALL), "--headless")

    assert docker.facts()["sandbox"] == "docker"
    assert scores(docker.facts()) == scores(none.facts())
    assert docker.facts()["iterations"] == 2
    docker.here("verify")


@dataclass(frozen=True)
class Looked:
    """What a harness told that looked around in its box, and where its run was begun."""

    report: dict[str, Any]
    host: Path


@pytest.fixture(scope="module")
def looked(tmp_path_factory: pytest.TempPathFactory) -> Looked:
    """After a run that has checked patches too."""
    host = tmp_path_factory.mktemp("looked")
    (host / "canary.txt").write_text(CANARY)
    harness = host / "harness"
    react = Settings(harness=HarnessSection(bundled="react")).harness_folder()
    shutil.copytree(react, harness, ignore=shutil.ignore_patterns("__pycache__"))
    (harness / "probe.py").write_text(PROBE + PLANT)
    paths = {"marker": str(host / "marker"), "canary": str(host / "canary.txt")}
    (harness / "main.py").write_text(MAIN.format(**paths))
    config = in_docker(host, train=1, dev=1, test=1)
    config.write_text(config.read_text().replace('bundled = "react"', f'path = "{harness}"'))
    home = Home(host / "home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ANTHROPIC_API_KEY", KEY)
        home.ok("run", config, "--headless")
    assert home.state().patches, "no patch was checked"
    return Looked(json.loads(finished(home)), host)


class Viewed:
    """The blobs of a viewer as the port has them."""

    def __init__(self, home: Home) -> None:
        self.viewer = open_viewer(home.folder())

    def put(self, content: bytes) -> Digest:
        raise AssertionError("a viewer writes nothing")

    def get(self, digest: Digest) -> bytes:
        return self.viewer.blob(digest)


def finished(home: Home) -> str:
    blobs, state = Viewed(home), RunState()
    while records := blobs.viewer.tail(state.seq):
        state.fold(records)
        for record in records:
            event = record.event
            if isinstance(event, RequestAnswered) and event.door is Door.FINISH:
                return str(Bodies(blobs).get(event.request)["output"])
    raise AssertionError("no rollout finished")


def test_a_harness_sees_no_network_no_key_no_host_file_and_no_task_file(looked: Looked) -> None:
    report = looked.report

    assert report["connect"].startswith("no: ")
    assert report["gateway"].startswith("no: ")
    assert report["host_file"].startswith("no: ")
    assert KEY not in report["all_environs"] + report["texts"]
    assert CANARY not in report["texts"]
    assert not [name for name in report["environ"] if "ANTHROPIC" in name or "KEY" in name]
    assert not [
        path for path in report["files"] if path.startswith(("/app", "/tests", "/solution"))
    ]


def test_what_a_harness_plants_stays_in_its_box(looked: Looked) -> None:
    assert looked.report["plant_here"].startswith("no: ")
    assert not (looked.host / "marker").exists()
    assert not (looked.host / "harness" / "planted").exists()
