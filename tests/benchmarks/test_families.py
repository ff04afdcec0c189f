"""Generated tasks: solvable, refusable, varied, and dealt fairly to the splits."""

import os
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from saddle_benchmarks.bundled.benchmark import write_task
from saddle_benchmarks.bundled.families import FAMILIES, TaskFiles, split_plan
from saddle_engine.types.rollout import Split
from saddle_engine.types.taxonomy import PatchClass, SubType

SEEDS = range(12)
LATE = "a longer text\nthat explains a lot\n"


class Work:
    """A task's working folder and its tests, on the host."""

    def __init__(self, task: TaskFiles, folder: Path) -> None:
        write_task(task, folder)
        self.folder = folder
        self.app = folder / "environment" / "files"

    def run(self, script: str) -> str:
        env = {
            "PATH": os.defpath,
            "SADDLE_TESTS": str(self.folder / "tests"),
            "SADDLE_LOGS": str(self.folder / "logs"),
        }
        done = subprocess.run(
            ["sh", str(self.folder / script)], cwd=self.app, env=env, capture_output=True, text=True
        )
        return done.stdout + done.stderr

    @property
    def answers(self) -> dict[str, str]:
        lines = (self.folder / "tests" / "expected.txt").read_text().splitlines()
        return dict(line.split("\t", 1) for line in lines)

    def reward(self) -> float:
        self.run("tests/test.sh")
        return float((self.folder / "logs" / "reward.txt").read_text())


@pytest.mark.parametrize("family", FAMILIES)
def test_oracle_scores_one_and_idle_hands_score_zero(family: str, tmp_path: Path) -> None:
    for seed in SEEDS:
        work = Work(FAMILIES[family].generate(seed), tmp_path / str(seed))

        assert work.reward() == 0, (family, seed)
        said = work.run("solution/solve.sh")
        assert work.reward() == 1, (family, seed, said, work.run("tests/test.sh"))


@pytest.mark.parametrize("family", FAMILIES)
def test_wrong_answer_scores_zero(family: str, tmp_path: Path) -> None:
    for seed in SEEDS:
        work = Work(FAMILIES[family].generate(seed), tmp_path / str(seed))
        for path in work.answers:
            work.run("solution/solve.sh")
            (work.app / path).write_text("9999wrong\n")

            assert work.reward() == 0, (family, seed, path)


@pytest.mark.parametrize("family", FAMILIES)
def test_only_the_plaque_minds_what_follows_the_answer(family: str, tmp_path: Path) -> None:
    work = Work(FAMILIES[family].generate(1), tmp_path)
    work.run("solution/solve.sh")
    for path in work.answers:
        with (work.app / path).open("a") as answer:
            answer.write(LATE)

    assert work.reward() == (0 if family == "plaque" else 1)


def test_running_the_stamp_twice_scores_zero(tmp_path: Path) -> None:
    for seed in SEEDS:
        work = Work(FAMILIES["stamp"].generate(seed), tmp_path / str(seed))
        work.run("solution/solve.sh")
        work.run("solution/solve.sh")

        assert work.reward() == 0


@pytest.mark.parametrize("family", FAMILIES)
def test_tasks_are_the_same_for_a_seed_and_vary_between_seeds(family: str) -> None:
    tasks = [FAMILIES[family].generate(seed) for seed in range(40)]

    assert tasks == [FAMILIES[family].generate(seed) for seed in range(40)]
    assert len({frozenset(task.files.items()) for task in tasks}) == len(tasks)
    assert len({task.files["instruction.md"] for task in tasks}) >= 20


@pytest.mark.parametrize("family", FAMILIES)
def test_task_is_a_whole_harbor_folder_and_does_not_show_its_tests(family: str) -> None:
    task = FAMILIES[family].generate(3)

    assert {
        "task.toml",
        "instruction.md",
        "environment/Dockerfile",
        "tests/test.sh",
        "solution/solve.sh",
    } <= set(task.files)
    assert task.executables <= set(task.files)
    assert any(path.startswith("environment/files/") for path in task.files)


def test_each_kind_of_patch_has_one_family() -> None:
    assert Counter(f.subtype for f in FAMILIES.values() if f.subtype) == Counter(SubType)
    assert sum(1 for f in FAMILIES.values() if f.subtype is None) == 2


@pytest.mark.parametrize("seed", [0, 1, 7])
def test_splits_are_disjoint_and_hold_every_family(seed: int) -> None:
    plan = split_plan(seed)
    places = [place for split in Split for place in plan[split]]

    assert len(set(places)) == len(places) == 12 + 20 + 20
    assert plan == split_plan(seed)
    assert not set(places) & {place for dealt in split_plan(seed + 1).values() for place in dealt}
    for split, size, guards in ((Split.TRAIN, 12, 0), (Split.DEV, 20, 4), (Split.TEST, 20, 4)):
        counts = Counter(family for family, _ in plan[split])
        assert counts.total() == size
        for name, family in FAMILIES.items():
            if family.subtype is None:
                assert counts[name] == guards
            elif family.subtype.patch_class is PatchClass.CAPABILITY:
                assert counts[name] == 1
            else:
                assert 1 <= counts[name] <= 2
