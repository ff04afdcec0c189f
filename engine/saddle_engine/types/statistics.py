"""What shares of passed attempts say, and what the difference of two of them does. Pure."""

from collections.abc import Sequence
from math import comb, sqrt
from statistics import fmean
from typing import NamedTuple

from saddle_engine.types.wilson import Z95, Interval, wilson

Attempts = Sequence[bool]
"""Of one task: which of its attempts passed."""


class Paired(NamedTuple):
    """Two harnesses on the same tasks; shares and differences in [-1,1]."""

    better: int
    """Tasks on which the first passed a larger share of its attempts."""
    worse: int
    same: int
    difference: float
    """Mean over tasks of first minus second."""
    interval: Interval
    """Of that difference for tasks like these, 95%."""
    p: float
    """How often chance alone would part `better` and `worse` at least so far; two-sided."""


def share_interval(tasks: Sequence[Attempts]) -> Interval:
    """Wilson's 95% interval of the share that passes on tasks like these.

    Attempts at one task resemble each other, so they count for less than as many tasks: between one
    and all of them, as far as they differ.
    """
    tried = [task for task in tasks if task]
    if not tried:
        return wilson(0, 0)
    worth = effective_attempts(tried)
    return wilson(fmean(fmean(task) for task in tried) * worth, worth)


def effective_attempts(tasks: Sequence[Attempts]) -> float:
    """How many independent attempts these are worth, between the number of tasks and of attempts.

    By the design effect 1 + (k - 1) r (L. Kish, 1965), where r is the correlation of attempts at one
    task, estimated from the variances between and within tasks; it is 1 where nothing can be seen.
    """
    count, total = len(tasks), sum(map(len, tasks))
    if count < 2 or total == count:
        return count
    shares = [(len(task), fmean(task)) for task in tasks]
    middle = sum(size * share for size, share in shares) / total
    between = sum(size * (share - middle) ** 2 for size, share in shares) / (count - 1)
    within = sum(size * share * (1 - share) for size, share in shares) / (total - count)
    size = (total - sum(size * size for size, _ in shares) / total) / (count - 1)
    spread = between + (size - 1) * within
    alike = min(max((between - within) / spread, 0.0), 1.0) if spread > 0 else 1.0
    return min(max(total / (1 + (size - 1) * alike), count), total)


def compare(pairs: Sequence[tuple[float, float]]) -> Paired:
    """Shares of two harnesses, task by task.

    The interval is that of D. Bonett and R. Price (2012): two more tasks are counted, one for each
    side, so that it has a width also where no task differs.
    """
    gains = [first - second for first, second in pairs]
    better, worse = sum(gain > 0 for gain in gains), sum(gain < 0 for gain in gains)
    count = len(gains) + 2
    middle = sum(gains) / count
    error = sqrt((sum(gain * gain for gain in gains) + 2) / count - middle**2) / sqrt(count)
    return Paired(
        better=better,
        worse=worse,
        same=len(gains) - better - worse,
        difference=fmean(gains) if gains else 0.0,
        interval=Interval(max(-1.0, middle - Z95 * error), min(1.0, middle + Z95 * error)),
        p=sign_test(better, worse),
    )


def sign_test(better: int, worse: int) -> float:
    """The exact two-sided p-value; McNemar's exact test where each task has one attempt."""
    count = better + worse
    tail = sum(comb(count, fewer) for fewer in range(min(better, worse) + 1))
    return min(1.0, 2 * tail / (1 << count))
