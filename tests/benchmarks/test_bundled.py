import re
from pathlib import Path

import pytest

from saddle_benchmarks.bundled import Bundled
from saddle_benchmarks.bundled.families import FAMILIES, split_plan
from saddle_engine.errors import ConfigError
from saddle_engine.types.rollout import Split


def test_the_splits_are_as_planned(tmp_path: Path) -> None:
    benchmark = Bundled({"seed": 1}, tmp_path)

    for split, places in split_plan(1).items():
        assert [task.family for task in benchmark.tasks(split)] == [name for name, _ in places]


def test_an_id_says_the_family_and_nothing_else(tmp_path: Path) -> None:
    names = "|".join(FAMILIES)
    for split in Split:
        for task in Bundled({}, tmp_path).tasks(split):
            assert re.fullmatch(f"({names})-[0-9a-f]{{6}}", task.id)


def test_another_seed_gives_other_tasks(tmp_path: Path) -> None:
    one, other = (
        {task.digest for split in Split for task in Bundled({"seed": seed}, tmp_path).tasks(split)}
        for seed in (0, 1)
    )

    assert not one & other


def test_nothing_is_left_half_made(tmp_path: Path) -> None:
    Bundled({"seed": 4}, tmp_path / "new")

    assert [path.name for path in (tmp_path / "new").iterdir()] == ["tasks-4"]


def test_other_splits_of_the_same_tasks_can_be_asked_for(tmp_path: Path) -> None:
    benchmark = Bundled({"splits": {"train": 2, "dev": 2, "test": 3}}, tmp_path)

    assert [len(benchmark.tasks(split)) for split in Split] == [2, 2, 3]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"sed": 1}, "key `sed` is unknown; did you mean `seed`?"),
        ({"seed": -1}, "key `seed` = -1; expected a number from 0"),
        ({"splits": {"train": ["*"], "dev": ["*"], "test": ["*"]}}, "train and dev overlap"),
    ],
)
def test_options_that_cannot_be_used_are_refused(
    tmp_path: Path, options: dict[str, object], sentence: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        Bundled(options, tmp_path)

    assert sentence in str(refused.value)
