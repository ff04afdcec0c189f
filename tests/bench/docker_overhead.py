"""What a rollout in Docker costs beyond its work: the median difference to bare containers.

`python -m tests.bench.docker_overhead [--rollouts N] [--artifacts]` runs, in turn, N rollouts through `BoxRunner`
(harness, task and verifier box; a harness that runs five commands and finishes; a model that answers
at once) and N times the same commands by plain calls of Docker's SDK in as many containers with the
same flags. One at a time, images warm. It prints the medians in seconds and exits 1 when a rollout
takes 0.8 s more than the bare containers.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from statistics import median

from docker import DockerClient

from saddle_engine.adapters.docker import DockerBoxes
from saddle_engine.adapters.docker.spec import container
from saddle_engine.adapters.images import prepare_images
from saddle_engine.adapters.processes import owner_mark
from saddle_engine.types.boxes import BoxKind, BoxSpec, Mount
from saddle_engine.types.rollout import Outcome
from tests.benchmarks.harbor_runner import harbor_runner

ALLOWED_S = 0.8
COMMANDS = ("ls", "cat numbers.txt", "expr 40 + 2 >answer.txt", "cat answer.txt", "pwd")
HARNESS = f"""
pipe.task()
for command in {COMMANDS!r}:
    say(command)
    assert pipe.exec(command)["exit_code"] == 0
pipe.finish("done")
"""
BARE = ["python3", "-s", "-c", "import os, sys, threading, time, saddle_pipe"]
BARE = ["env", "-u", "PYTHONPYCACHEPREFIX", *BARE]  # what the image has compiled is used
CHECK = "mkdir -p /logs/verifier; echo 42 >answer.txt; SADDLE_LOGS=/logs/verifier sh /tests/test.sh"


class Bare:
    """The same work by plain calls, one after the other."""

    def __init__(self, image: str, tree: Path, tests: Path) -> None:
        self._docker = DockerClient.from_env()
        self._image = image
        self._mounts = {"/harness": tree, "/tests": tests}

    def run(self) -> None:
        with self._container(BoxKind.HARNESS, "", "/harness") as harness:
            self._exec(harness, BARE)
            with self._container(BoxKind.TASK, self._image) as task:
                for command in COMMANDS:
                    self._exec(task, ["sh", "-c", command])
        with self._container(BoxKind.VERIFIER, self._image, "/tests") as verifier:
            self._exec(verifier, ["sh", "-c", CHECK])
            self._exec(verifier, ["grep", "-x", "1", "/logs/verifier/reward.txt"])

    @contextmanager
    def _container(self, kind: BoxKind, image: str, mounted: str = "") -> Iterator[str]:
        mounts = (
            [Mount(source=self._mounts[mounted], target=PurePosixPath(mounted))] if mounted else []
        )
        workdir = "/harness" if kind is BoxKind.HARNESS else "/app"
        spec = BoxSpec(kind=kind, name="bare", image=image, workdir=workdir, mounts=tuple(mounts))
        made = str(self._docker.containers.create(**container(spec, 0, {})).id)
        try:
            self._docker.api.start(made)
            yield made
        finally:
            self._docker.api.remove_container(made, force=True, v=True)

    def _exec(self, box: str, command: list[str]) -> None:
        made = self._docker.api.exec_create(box, command)["Id"]
        printed = self._docker.api.exec_start(made)
        assert self._docker.api.exec_inspect(made)["ExitCode"] == 0, printed


async def measured(folder: Path, rollouts: int, toml: str) -> tuple[list[float], list[float]]:
    """Seconds of each rollout and of each turn of bare containers."""
    boxes = DockerBoxes(f"overhead{os.getpid()}", owner_mark())
    rig = harbor_runner(folder, boxes, HARNESS, {"task.toml": toml})
    await prepare_images(rig.benchmark, boxes, [rig.task], print)
    bare = Bare(await rig.image(), rig.tree, rig.tests)
    ours: list[float] = []
    theirs: list[float] = []
    for number in range(rollouts + 1):
        begun = time.monotonic()
        result = await rig.run(number + 1)
        ours.append(time.monotonic() - begun)
        assert result.outcome is Outcome.PASSED, result
        begun = time.monotonic()
        await asyncio.to_thread(bare.run)
        theirs.append(time.monotonic() - begun)
    return ours[1:], theirs[1:]  # the first of each warms caches


def main(rollouts: int, artifacts: bool) -> int:
    """Print the medians and the verdict; the exit code."""
    toml = 'artifacts = ["answer.txt"]\n' if artifacts else ""
    with tempfile.TemporaryDirectory(prefix="so-") as folder:
        ours, bare = asyncio.run(measured(Path(folder), rollouts, toml))
    difference = median(ours) - median(bare)
    print(f"rollout {median(ours):.2f} s, bare containers {median(bare):.2f} s, {rollouts} of each")
    print(f"overhead {difference:.2f} s a rollout (at most {ALLOWED_S})")
    return 1 if difference > ALLOWED_S else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rollouts", type=int, default=20)
    parser.add_argument("--artifacts", action="store_true", help="the task declares its artifacts")
    return parser.parse_args()


if __name__ == "__main__":
    given = _arguments()
    sys.exit(main(given.rollouts, given.artifacts))
