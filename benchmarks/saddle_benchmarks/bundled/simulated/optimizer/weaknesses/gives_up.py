"""The agent loop ends the task at the first tool call that fails."""

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
from saddle_benchmarks.bundled.simulated.optimizer.weaknesses.step_limit import TROUBLE
from saddle_engine.types.patch import ReplaceText
from saddle_engine.types.taxonomy import Layer, SubType


def seen(trace: Trace) -> Symptom | None:
    """The last call failed, and the agent never had another turn."""
    last = trace.last.acts[-1] if trace.last.acts else None
    if last is None or trace.closing is not None:
        return None
    if not (last.failed or TROUBLE.search(trace.ending)):
        return None
    note = f"{last.tool} failed, and the task was ended before the agent could try another way"
    return Symptom(trace, trace.last.number, trace.last.number, note)


@dataclass(frozen=True)
class Place:
    """A loop in which a failing call leads out."""

    source: Source
    attempt: ast.Try
    way_out: ast.Return | ast.Break | ast.Raise
    result: str
    """The name that the call's result is given."""
    passed_on: ast.Expr | None
    """The statement that puts the result before the agent."""

    @property
    def error(self) -> str:
        """An expression for what went wrong."""
        name = self.attempt.handlers[0].name
        return f"str({name})" if name else '"no reason given"'

    @property
    def call(self) -> str:
        """The source of the call that may fail."""
        return code.text(self.source, self.attempt.body[0])

    def instead(self, *lines: str) -> ReplaceText:
        """Other lines in the place of the way out."""
        between = "\n" + code.indent(self.way_out)
        return code.swap(self.source, self.way_out, between.join(lines))

    def told(self, text: str) -> ReplaceText:
        """Put a text before the agent as an error, where the harness can, and go on."""
        if self.passed_on is None:
            return self.instead(f"{self.result} = {text}")
        shown = re.sub(rf"\b{self.result}\b(?!\()", lambda _: text, self._flagged())
        return self.instead(shown, "continue")

    def twice(self) -> ReplaceText:
        """The call made once more after it has returned something."""
        first, margin = self.attempt.body[0], code.indent(self.attempt.body[0])
        lines = [self.call, f"if {self.result} is not None:", f"    {self.call}"]
        return code.swap(self.source, first, f"\n{margin}".join(lines))

    def _flagged(self) -> str:
        """The statement that passes a result on, marking it as an error if it can be marked."""
        statement = code.text(self.source, self.passed_on) if self.passed_on else ""
        markable = re.search(rf"\b{self.result}\b\)", statement)
        if markable and "is_error:" in self.source.text:
            return statement.replace(markable[0], f"{self.result}, is_error=True)", 1)
        return statement


def find(harness: Harness) -> Place | None:
    """The first loop that a failing call ends."""
    for source in harness.of(Layer.MIDDLEWARE, ".py"):
        tree = code.parse(source)
        loops = [n for n in ast.walk(tree) if isinstance(n, ast.For | ast.While)] if tree else []
        for loop in reversed(loops):
            for node in ast.walk(loop):
                if isinstance(node, ast.Try) and (place := _place(source, loop, node)):
                    return place
    return None


def _place(source: Source, loop: ast.For | ast.While, node: ast.Try) -> Place | None:
    match node.body, [handler.body[-1] for handler in node.handlers]:
        case [ast.Assign(targets=[ast.Name(id=result)]), *_], [
            (ast.Return() | ast.Break() | ast.Raise()) as way_out
        ]:
            return Place(source, node, way_out, result, _passed_on(loop, node, result))
        case _:
            return None


def _passed_on(loop: ast.For | ast.While, node: ast.Try, result: str) -> ast.Expr | None:
    """The first statement of the same loop, after the call, that hands its result to something."""
    for statement in loop.body:
        uses = [n for n in ast.walk(statement) if isinstance(n, ast.Name) and n.id == result]
        if isinstance(statement, ast.Expr) and uses and statement.lineno > node.lineno:
            return statement
    return None


def plans(harness: Harness, symptoms: Sequence[Symptom]) -> list[Plan]:
    place = find(harness)
    return [*_right(place), *_idle(place), *_harmful(place)] if place else []


def _right(place: Place) -> Iterator[Plan]:
    for title, text in {
        "Show the agent a tool error instead of giving up": place.error,
        "Go on after a failing tool call": f'"The call failed: " + {place.error}',
        "Treat a tool error as a result": f'{place.error} + " (try another way)"',
    }.items():
        yield right(title, "an agent that repeats the same error", place.told(text))


def _idle(place: Place) -> Iterator[Plan]:
    way_out = code.text(place.source, place.way_out)
    once_more = [
        "try:",
        f"    {place.call}",
        f"except {_caught(place)}:",
        f"    {way_out}",
    ]
    yield idle("Try a failing call once more", "slower failures", place.instead(*once_more))
    yield idle(
        "Try a failing call twice more",
        "slower failures",
        place.instead(
            "try:",
            f"    {place.call}",
            f"except {_caught(place)}:",
            "    try:",
            f"        {place.call}",
            f"    except {_caught(place)}:",
            f"        {way_out}",
        ),
    )


def _harmful(place: Place) -> Iterator[Plan]:
    yield harmful("Make every tool call twice", "slower tasks", place.twice())
    yield harmful(
        "Make every tool call twice, and give up later",
        "slower tasks",
        place.twice(),
        place.told(place.error),
    )


def _caught(place: Place) -> str:
    kind = place.attempt.handlers[0].type
    return code.text(place.source, kind) if kind else "Exception"


WEAKNESS = Weakness(
    SubType.LOOP_CHANGE,
    clue="except|raise|try:",
    cause="the loop ends the task at the first tool error, so the agent cannot try another way",
    rejected=(
        "the agent asked for something impossible: another try would have found it",
        "the step limit was reached: it was not",
    ),
    seen=seen,
    plans=plans,
)
