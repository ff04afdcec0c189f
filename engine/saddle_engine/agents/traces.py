"""A rollout's recording as text: tagged lines, step by step. Everything in it is foreign."""

import json
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from saddle_engine.agents.briefs import TraceOf
from saddle_engine.agents.text import tagged
from saddle_engine.agents.turns import Turns
from saddle_engine.types.base import RolloutId
from saddle_engine.types.wire import Door, Exchange

FIELD_CHARS = 4_000


@dataclass(frozen=True)
class Trace:
    """The text of one trace. Step 0 is the task, step k the model's turn k and what followed."""

    rollout: RolloutId
    lines: tuple[str, ...]
    starts: tuple[int, ...]
    """Index in `lines` of each step's heading."""

    @property
    def steps(self) -> int:
        """The number of the last step."""
        return len(self.starts) - 1

    def step(self, number: int) -> tuple[str, ...]:
        """The lines of one step."""
        return self.lines[slice(*self.span(number, number))]

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Begin and end, in `lines`, of the steps `first` to `last`."""
        ends = (*self.starts[1:], len(self.lines))
        return self.starts[first], ends[last]

    def step_at(self, line: int) -> int:
        """The step of a line, counted from 1."""
        return bisect_right(self.starts, line - 1) - 1


def render(trace: TraceOf) -> Trace:
    """The whole trace; fields are cut in the middle at `FIELD_CHARS`."""
    turns, steps = Turns(FIELD_CHARS), [tagged("task", trace.instruction, FIELD_CHARS)]
    for number, group in groupby(trace.exchanges, key=lambda exchange: exchange.step):
        steps.extend([] for _ in range(number + 1 - len(steps)))
        for exchange in group:
            steps[number].extend(_lines(exchange, turns))
    score = "none" if trace.score is None else f"{trace.score:.2f}"
    steps[-1] += tagged(
        "end",
        f"outcome={trace.outcome} score={score} reason={trace.reason} steps={len(steps) - 1}",
        FIELD_CHARS,
    )
    return _assemble(trace.rollout, steps)


def _assemble(rollout: RolloutId, steps: Sequence[Sequence[str]]) -> Trace:
    lines, starts = list[str](), list[int]()
    for number, step in enumerate(steps):
        starts.append(len(lines))
        lines += [f"== step {number} ==", *step]
    return Trace(rollout, tuple(lines), tuple(starts))


def _lines(exchange: Exchange, turns: Turns) -> Iterator[str]:
    match exchange.door:
        case Door.TASK | Door.COUNT:
            return
        case Door.MODEL:
            yield from turns.lines(exchange)
        case Door.FINISH:
            yield from _field("finish", exchange.request.get("output") or "")
        case _:
            yield from _environment(exchange)


def _environment(exchange: Exchange) -> Iterator[str]:
    request, reply = exchange.request, exchange.reply
    verb = exchange.door.value.removeprefix("env/")
    if exchange.door is Door.WRITE:
        content = str(request.get("content", ""))
        request = {**request, "size": len(content.encode("utf-8", "replace"))}
        del request["content"]
    yield from _field("env", f"{verb} {compact(request)}")
    if exchange.status != 200:
        yield from _field("env", f"status={exchange.status} {compact(reply)}")
    elif exchange.door is Door.EXEC:
        flags = "".join(f" {flag}" for flag in ("timed_out", "truncated") if reply.get(flag))
        yield from _field("env", f"exit_code={reply.get('exit_code')}{flags}")
        yield from _field("stdout", reply.get("stdout"))
        yield from _field("stderr", reply.get("stderr"))
    elif exchange.door is Door.READ:
        yield from _field("content", reply.get("content"))
    else:
        yield from _field("env", compact(reply))


def _field(tag: str, value: object) -> list[str]:
    text = value if isinstance(value, str) else "" if value is None else compact(value)
    if not text and tag != "finish":
        return []
    return tagged(tag, text.removesuffix("\n"), FIELD_CHARS)


def compact(value: Any) -> str:
    """JSON without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
