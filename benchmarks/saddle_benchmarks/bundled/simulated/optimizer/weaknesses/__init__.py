"""The weaknesses that the optimizer knows, one a module."""

from saddle_benchmarks.bundled.simulated.optimizer.weaknesses import (
    contradiction,
    cut_output,
    gives_up,
    left_out,
    missing_argument,
    silent_failure,
    step_limit,
    unverified,
    wrong_unit,
)

WEAKNESSES = tuple(
    module.WEAKNESS
    for module in (
        cut_output,
        missing_argument,
        silent_failure,
        step_limit,
        gives_up,
        wrong_unit,
        contradiction,
        left_out,
        unverified,
    )
)
