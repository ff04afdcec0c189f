"""Which task belongs to which split: by names and globs, or by sizes drawn from a seed."""

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from itertools import combinations
from typing import Annotated

from pydantic import Field, PlainValidator, StrictInt

from saddle_benchmarks.nearest import did_you_mean
from saddle_benchmarks.options import Options
from saddle_engine.errors import ConfigError
from saddle_engine.types.draws import rng
from saddle_engine.types.rollout import Split


def _read_share(value: object) -> list[str] | int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, list) and all(isinstance(name, str) for name in value):
        return value
    raise ValueError("expected a list of task names and globs, or how many tasks to draw")


Share = Annotated[list[str] | int, PlainValidator(_read_share)]


class Splits(Options):
    """The `[splits]` table: three lists, or three sizes and a seed."""

    train: Share = Field(description="a list of task names and globs, or how many to draw")
    dev: Share = Field(description="a list of task names and globs, or how many to draw")
    test: Share = Field(description="a list of task names and globs, or how many to draw")
    seed: StrictInt = Field(0, description="a number, the seed of the draw")
    exclude: list[str] = Field([], description="a list of names and globs of tasks to leave out")


def divide(splits: Splits, known: Sequence[str]) -> dict[Split, tuple[str, ...]]:
    """The tasks of each split, in a fixed order.

    Raises:
        ConfigError: an unknown name, an empty split, a task in two splits, or too few tasks.
    """
    left_out = set(_named("exclude", splits.exclude, known))
    names = sorted(set(known) - left_out)
    shares = {split: _share(splits, split) for split in Split}
    sizes = {split: share for split, share in shares.items() if isinstance(share, int)}
    lists = {split: share for split, share in shares.items() if not isinstance(share, int)}
    if sizes and lists:
        raise ConfigError("[splits] mixes sizes and names: give three lists, or three sizes")
    if sizes:
        return _drawn(sizes, names, splits.seed)
    divided = {split: _listed(split, share, names) for split, share in lists.items()}
    _refuse_overlap(divided)
    return divided


def _share(splits: Splits, split: Split) -> Share:
    match split:
        case Split.TRAIN:
            return splits.train
        case Split.DEV:
            return splits.dev
        case Split.TEST:
            return splits.test


def _named(key: str, patterns: Sequence[str], known: Sequence[str]) -> tuple[str, ...]:
    """What the patterns name, in their order, each task once."""
    found: dict[str, None] = {}
    for pattern in patterns:
        matches = sorted(name for name in known if fnmatchcase(name, pattern))
        if not matches:
            raise ConfigError(
                f"[splits] {key}: {pattern!r} names no task{did_you_mean(pattern, known)}"
            )
        found.update(dict.fromkeys(matches))
    return tuple(found)


def _listed(split: Split, patterns: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    found = _named(split, patterns, names)
    if not found:
        raise ConfigError(f"[splits] {split} is empty: every split needs at least one task")
    return found


def _drawn(
    sizes: Mapping[Split, int], names: Sequence[str], seed: int
) -> dict[Split, tuple[str, ...]]:
    for split, size in sizes.items():
        if size < 1:
            raise ConfigError(f"[splits] {split} = {size}: every split needs at least one task")
    wanted = sum(sizes.values())
    if wanted > len(names):
        raise ConfigError(f"[splits] asks for {wanted} tasks, but there are only {len(names)}")
    pool = sorted(names)
    rng("splits", seed).shuffle(pool)
    divided = {}
    for split in Split:
        divided[split], pool = tuple(sorted(pool[: sizes[split]])), pool[sizes[split] :]
    return divided


def _refuse_overlap(divided: Mapping[Split, Sequence[str]]) -> None:
    for one, other in combinations(divided, 2):
        both = sorted(set(divided[one]) & set(divided[other]))
        if both:
            more = f" and {len(both) - 3} more" if len(both) > 3 else ""
            raise ConfigError(
                f"[splits] {one} and {other} overlap: {', '.join(both[:3])}{more} in both; "
                "a task may be in one split only"
            )
