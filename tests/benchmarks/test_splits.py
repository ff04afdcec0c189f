import pytest

from saddle_benchmarks.options import read_options
from saddle_benchmarks.splits import Splits, divide
from saddle_engine.errors import ConfigError
from saddle_engine.types.rollout import Split

NAMES = [f"{kind}-{n}" for kind in ("sums", "words") for n in range(6)]


def splits(**table: object) -> Splits:
    return read_options(Splits, table, "[splits]")


def test_names_and_globs_keep_their_order_and_name_each_task_once() -> None:
    found = divide(splits(train=["words-1", "words-*"], dev=["sums-0"], test=["sums-[1-3]"]), NAMES)

    assert found[Split.TRAIN] == ("words-1", "words-0", "words-2", "words-3", "words-4", "words-5")
    assert found[Split.DEV] == ("sums-0",)
    assert found[Split.TEST] == ("sums-1", "sums-2", "sums-3")


def test_sizes_draw_disjoint_tasks_that_depend_on_the_seed_alone() -> None:
    one = divide(splits(train=4, dev=3, test=5, seed=7), NAMES)
    again = divide(splits(train=4, dev=3, test=5, seed=7), NAMES[::-1])
    other = divide(splits(train=4, dev=3, test=5, seed=8), NAMES)

    assert one == again != other
    assert sorted(name for names in one.values() for name in names) == sorted(NAMES)
    assert [len(one[split]) for split in Split] == [4, 3, 5]


def test_excluded_tasks_are_in_no_split() -> None:
    by_size = divide(splits(train=2, dev=2, test=2, exclude=["words-*"]), NAMES)

    assert not [name for names in by_size.values() for name in names if name.startswith("words")]


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (
            {"train": ["sums-1"], "dev": ["sums-*"], "test": ["words-1"]},
            "train and dev overlap: sums-1",
        ),
        ({"train": ["sums-1"], "dev": [], "test": ["words-1"]}, "dev is empty"),
        ({"train": ["sum-1"], "dev": ["sums-2"], "test": ["words-1"]}, "did you mean 'sums-1'"),
        ({"train": ["sums-1"], "dev": ["x*"], "test": ["words-1"]}, "'x*' names no task"),
        ({"train": 3, "dev": 0, "test": 1}, "dev = 0"),
        ({"train": 9, "dev": 3, "test": 1}, "asks for 13 tasks, but there are only 12"),
        ({"train": 3, "dev": ["sums-1"], "test": 1}, "mixes sizes and names"),
        ({"train": 3, "dev": 3}, "key `test` is missing"),
        (
            {"train": 3, "dev": 3, "test": 3, "tset": 3},
            "key `tset` is unknown; did you mean `test`?",
        ),
        ({"train": True, "dev": 3, "test": 3}, "key `train` = True; expected a list of task names"),
        (
            {"train": "sums-1", "dev": 3, "test": 3},
            "key `train` = 'sums-1'; expected a list of task",
        ),
        ({"train": 3, "dev": 3, "test": 3, "exclude": ["zzz"]}, "exclude: 'zzz' names no task"),
    ],
)
def test_splits_that_cannot_be_used_are_refused_in_a_sentence(
    table: dict[str, object], sentence: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        divide(splits(**table), NAMES)

    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)
