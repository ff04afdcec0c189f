"""The harness ends a task that was still going on."""

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from saddle_benchmarks.bundled.simulated.optimizer import code
from saddle_benchmarks.bundled.simulated.optimizer.harness import Harness, Source
from saddle_benchmarks.bundled.simulated.optimizer.plan import (
    Plan,
    Symptom,
    Weakness,
    harmful,
    idle,
    right,
)
from saddle_benchmarks.bundled.simulated.optimizer.trace import Trace
from saddle_engine.types.taxonomy import Layer, SubType

TROUBLE = re.compile(r"error|exception|traceback|gave up|no such|not found", re.IGNORECASE)


def seen(trace: Trace) -> Symptom | None:
    """The last thing was a call that worked, and no turn of the agent came after it."""
    last = trace.last.acts[-1] if trace.last.acts else None
    if last is None or trace.closing is not None or last.failed or TROUBLE.search(trace.ending):
        return None
    note = f"the task was ended after {trace.last.number} steps while the agent was at work"
    return Symptom(trace, max(1, trace.last.number - 1), trace.last.number, note)


@dataclass(frozen=True)
class Bound:
    """A whole number in a source."""

    source: Source
    node: ast.expr
    value: int
    name: str


def plans(harness: Harness, symptoms: Sequence[Symptom]) -> list[Plan]:
    reached = max((symptom.last_step for symptom in symptoms), default=0)
    bound = find(harness)
    if bound is None or bound.value > reached:
        return []
    return [*_right(bound), *_others(harness, bound)]


def find(harness: Harness) -> Bound | None:
    """The number of rounds that the agent loop makes."""
    sources = harness.of(Layer.MIDDLEWARE, ".py")
    numbers = [number for source in sources for number in _numbers(source)]
    for source in sources:
        tree = code.parse(source)
        for loop in ast.walk(tree) if tree else ():
            if isinstance(loop, ast.For) and code.called(_callee(loop.iter)) == "range":
                bound = _bound(source, loop.iter, numbers)
                if bound and _asks_model(loop):
                    return bound
    return None


def _callee(node: ast.expr) -> ast.expr:
    return node.func if isinstance(node, ast.Call) else node


def _asks_model(loop: ast.For) -> bool:
    return bool(code.calls(loop, "messages", "create", "reply", "complete", "ask"))


def _bound(source: Source, counted: ast.expr, numbers: Sequence[Bound]) -> Bound | None:
    match counted:
        case ast.Call(args=[*_, ast.Constant(value=int(value)) as node]):
            return Bound(source, node, value, "")
        case ast.Call(args=[*_, ast.Name() | ast.Attribute() as node]):
            name = code.called(node)
            return next((number for number in numbers if number.name == name), None)
        case _:
            return None


def _numbers(source: Source) -> Iterator[Bound]:
    tree = code.parse(source)
    for name, node in code.constants(tree) if tree else ():
        match node:
            case ast.Constant(value=int(value)):
                yield Bound(source, node, value, name)
            case _:
                pass


def _right(bound: Bound) -> Iterator[Plan]:
    for times in (2, 3, 4):
        yield right(
            f"Let a task take {bound.value * times} steps",
            "a task that goes in circles costs more",
            code.swap(bound.source, bound.node, str(bound.value * times)),
        )


def _others(harness: Harness, bound: Bound) -> Iterator[Plan]:
    for other in (n for s in harness.of(Layer.MIDDLEWARE, ".py") for n in _numbers(s)):
        if other.name != bound.name and other.value >= 100:
            yield idle(
                f"Raise {other.name}",
                "longer requests",
                code.swap(other.source, other.node, f"{other.value * 2}"),
            )
    for less in (bound.value * 4 // 10, bound.value * 3 // 10):
        yield harmful(
            f"Make the agent come to a point within {less} steps",
            "long tasks",
            code.swap(bound.source, bound.node, str(less)),
        )


WEAKNESS = Weakness(
    SubType.INFRASTRUCTURE_CHANGE,
    clue="range\\(|MAX_|STEPS|LIMIT",
    cause="the loop ends after a fixed number of steps, which this task needs more of",
    rejected=(
        "the agent went in circles: each of its calls is another one",
        "a tool failed: the last one worked",
    ),
    seen=seen,
    plans=plans,
)
