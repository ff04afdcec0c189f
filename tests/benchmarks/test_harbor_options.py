from pathlib import Path

import pytest

from saddle_benchmarks.registry import known_benchmarks, open_benchmark
from saddle_engine.errors import ConfigError
from tests.benchmarks.harbor_folders import write_tasks

SPLITS = {"train": 1, "dev": 1, "test": 1}


def test_our_benchmarks_come_through_the_door_for_everyones() -> None:
    assert {"bundled", "harbor"} <= known_benchmarks().keys()


def test_an_unknown_benchmark_is_refused_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="'harbour': not installed; did you mean 'harbor'"):
        open_benchmark("harbour", {}, tmp_path)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            {"splits": SPLITS},
            "key `path` is missing; expected a folder that holds one for each task",
        ),
        ({"path": "tasks"}, "key `splits` is missing; expected a [splits] table"),
        ({"path": "tasks", "splits": {}}, "[splits] key `train` is missing"),
        ({"path": "nowhere", "splits": SPLITS}, "no such folder"),
        ({"path": "empty", "splits": SPLITS}, "expected NAME/task.toml"),
        ({"path": "odd", "splits": SPLITS}, "cannot name a task"),
        ({"path": "tasks", "splits": SPLITS, "netwrok": True}, "did you mean `network`?"),
        ({"path": "tasks", "splits": SPLITS, "pass_at": 2}, "key `pass_at` = 2; expected a score"),
        ({"path": "tasks", "splits": {**SPLITS, "dev": 7}}, "only 3"),
    ],
)
def test_options_that_cannot_be_used_are_refused_in_a_sentence(
    tmp_path: Path, options: dict[str, object], sentence: str
) -> None:
    write_tasks(tmp_path / "tasks", "a", "b", "c")
    write_tasks(tmp_path / "odd", "a", "two words")
    (tmp_path / "empty").mkdir()
    if "path" in options:
        options = {**options, "path": str(tmp_path / str(options["path"]))}

    with pytest.raises(ConfigError) as refused:
        open_benchmark("harbor", options, tmp_path / "private")

    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


def test_only_tasks_in_a_split_are_read(tmp_path: Path) -> None:
    folder = write_tasks(tmp_path / "tasks", "a", "b", "c", "gpu")
    (folder / "gpu" / "task.toml").write_text("[environment]\ngpus = 1")
    options = {"path": str(folder), "splits": {**SPLITS, "exclude": ["gpu"]}}

    open_benchmark("harbor", options, tmp_path / "private")

    with pytest.raises(ConfigError, match="task gpu needs a GPU"):
        open_benchmark("harbor", {**options, "splits": {**SPLITS, "dev": 2}}, tmp_path / "private")
