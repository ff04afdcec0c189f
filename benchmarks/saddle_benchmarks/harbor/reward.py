"""What a verifier wrote down: `reward.json` before `reward.txt`, and never a guess."""

import json
import math
from statistics import fmean

from saddle_engine.errors import BenchmarkBroken, PathRefused
from saddle_engine.ports import Sandbox

_LIMIT = 64_000


async def read_reward(box: Sandbox, logs: str) -> float:
    """The score in [0,1].

    Raises:
        BenchmarkBroken: no reward, or one that is no number in [0,1]; says what was found.
    """
    for name, parse in (("reward.json", _from_json), ("reward.txt", _from_text)):
        text = await _text(box, f"{logs}/{name}")
        if text is not None:
            return _in_range(parse(text), name, text)
    raise BenchmarkBroken("wrote neither reward.json nor reward.txt")


async def _text(box: Sandbox, path: str) -> str | None:
    try:
        return (await box.read(path, limit=_LIMIT)).decode(errors="replace")
    except FileNotFoundError:
        return None
    except PathRefused as error:
        raise BenchmarkBroken(f"left a reward that is no plain file: {error}") from error


def _in_range(score: float | None, name: str, text: str) -> float:
    if score is not None and 0 <= score <= 1:
        return score
    raise BenchmarkBroken(f"wrote {text.strip()[:80]!r} into {name}; expected a number in [0,1]")


def _from_text(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _from_json(text: str) -> float | None:
    """A bare number; or a flat table: `reward`, the only value, or the mean of all."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    table = found if isinstance(found, dict) else {"reward": found}
    numbers = {key: float(value) for key, value in table.items() if _finite(value)}
    if not numbers or len(numbers) != len(table):
        return None
    return numbers["reward"] if "reward" in numbers else fmean(numbers.values())


def _finite(value: object) -> bool:
    return (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and abs(value) <= 1e300
        and math.isfinite(value)
    )
