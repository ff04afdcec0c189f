"""The kinds of problem that the agent knows, and what it does about others."""

from collections.abc import Callable

from saddle_benchmarks.bundled.simulated.task_agent.problems import (
    asking,
    copying,
    counting,
    following,
    measuring,
    plain,
    searching,
)
from saddle_benchmarks.bundled.simulated.task_agent.replies import Call, Say
from saddle_benchmarks.bundled.simulated.task_agent.scene import Conclude, Scene

Decide = Callable[[Scene], Call | Say | Conclude]

KNOWN: tuple[tuple[Callable[[str], bool], Decide], ...] = (
    *counting.PROBLEMS,
    *asking.PROBLEMS,
    *copying.PROBLEMS,
    *following.PROBLEMS,
    *measuring.PROBLEMS,
    *searching.PROBLEMS,
)


def recognise(instruction: str) -> Decide:
    """How to go about the task."""
    return next((decide for fits, decide in KNOWN if fits(instruction)), plain.try_it)
