"""A test score, as one reads it."""

from saddle_engine.events import TestEvaluated


def spread(tested: TestEvaluated) -> float | None:
    """Sample standard deviation of its repeats; None for a single one, which tells of no spread."""
    return tested.sd if len(tested.means) > 1 else None


def score_of(tested: TestEvaluated) -> str:
    """`0.550`, or with repeats `0.550 ± 0.012`."""
    return written(tested.mean, spread(tested))


def written(mean: float, sd: float | None) -> str:
    """A mean with its spread, where there is one."""
    return f"{mean:.3f}" if sd is None else f"{mean:.3f} ± {sd:.3f}"


def runs(tested: TestEvaluated) -> str:
    """How often the test split ran: `1 run`, `3 runs`."""
    return f"{(count := len(tested.means))} run{'s' * (count > 1)}"
