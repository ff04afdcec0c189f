"""`list_traces`, `read_trace`, `search_traces` and `diff_traces` over the traces of one session."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from saddle_engine.agents.arguments import DiffTraces, ListTraces, ReadTrace, SearchTraces
from saddle_engine.agents.briefs import TraceOf
from saddle_engine.agents.file_tools import matches
from saddle_engine.agents.paging import HEADER_BYTES, LINE_CHARS, RESULT_BYTES, page, size_bytes
from saddle_engine.agents.search import run, search, spans
from saddle_engine.agents.text import clean, cut, short
from saddle_engine.agents.tools import Span, Tool, ToolRefused, ToolResult, tool
from saddle_engine.agents.traces import Trace, render

FOLDER = "traces"
STEP_BYTES = RESULT_BYTES - 2 * HEADER_BYTES


@dataclass(frozen=True)
class TraceTools:
    """The trace tools; every trace is also a file in `root`, for the searches."""

    root: Path
    table: tuple[str, ...]
    traces: dict[str, Trace]

    def tools(self) -> tuple[Tool, ...]:
        """In the order in which an agent would use them."""
        return (
            tool(ListTraces, self.list_traces),
            tool(ReadTrace, self.read_trace),
            tool(SearchTraces, self.search_traces),
            tool(DiffTraces, self.diff_traces),
        )

    async def list_traces(self, _: ListTraces) -> ToolResult:
        return ToolResult("\n".join(page(self.table, 1).items))

    async def read_trace(self, asked: ReadTrace) -> ToolResult:
        trace = self._trace(asked.rollout)
        if asked.first_step > trace.steps:
            raise ToolRefused(f"{trace.rollout} has only {trace.steps} steps")
        steps = [_fitting(trace.step(number)) for number in range(trace.steps + 1)]
        last = None if asked.last_step is None else asked.last_step + 1
        shown = page(steps, asked.first_step + 1, last)
        first, last = shown.first - 1, shown.last - 1
        more = f"; go on with first_step={last + 1}" if shown.last < shown.asked else ""
        header = f"trace {trace.rollout}, steps {first}-{last} of {trace.steps}{more}"
        begin, end = trace.span(first, last)
        span = Span(f"{FOLDER}/{trace.rollout}.txt", begin + 1, end)
        return ToolResult("\n".join([header, *shown.items]), reads=(span,))

    async def search_traces(self, asked: SearchTraces) -> ToolResult:
        files = {f"{name}.txt": trace for name, trace in self.traces.items()}
        found = await search(self.root, asked.pattern, list(files))
        lines = []
        for match in found:
            trace = files[match.path]
            lines.append(f"{trace.rollout} step {trace.step_at(match.line)}: {match.text}")
        return ToolResult(matches(lines), reads=spans(found, FOLDER))

    async def diff_traces(self, asked: DiffTraces) -> ToolResult:
        a, b = self._trace(asked.rollout_a), self._trace(asked.rollout_b)
        names = (f"{a.rollout}.txt", f"{b.rollout}.txt")
        labels = ("--label", a.rollout, "--label", b.rollout)
        output = await run(self.root, "diff", "-U", "2", *labels, "--", *names)
        reads = tuple(
            Span(f"{FOLDER}/{name}", 1, len(trace.lines))
            for name, trace in zip(names, (a, b), strict=True)
        )
        if not output:
            return ToolResult("the traces are equal", reads=reads)
        lines = [cut(line, LINE_CHARS) for line in output.removesuffix("\n").split("\n")]
        shown = page(lines, 1)
        rest = len(lines) - shown.last
        more = [f"({rest} more lines; read the traces from here on)"] if rest else []
        return ToolResult("\n".join([_parting(a, b), *shown.items, *more]), reads=reads)

    def _trace(self, rollout: str) -> Trace:
        if rollout not in self.traces:
            raise ToolRefused(f"there is no trace {short(rollout, 60)!r}; list_traces names them")
        return self.traces[rollout]


def stage(folder: Path, traces: Sequence[TraceOf], table: Sequence[str]) -> TraceTools:
    """Render traces and write them as files below `folder`. Blocking."""
    root = folder / FOLDER
    root.mkdir(parents=True, exist_ok=True)
    rendered = {trace.rollout: render(trace) for trace in traces}
    for name, trace in rendered.items():
        (root / f"{name}.txt").write_text("\n".join(trace.lines) + "\n", encoding="utf-8")
    return TraceTools(root, tuple(table), {str(name): one for name, one in rendered.items()})


def row(trace: TraceOf, **more: str) -> str:
    """A trace as one line of JSON."""
    facts = {
        "rollout": trace.rollout,
        "task": trace.task,
        "outcome": trace.outcome,
        "score": trace.score,
        "reason": short(trace.reason, 200),
        "steps": max((exchange.step for exchange in trace.exchanges), default=0),
        "instruction": cut(clean(trace.instruction), 500),
    }
    return json.dumps(facts | more, ensure_ascii=False)


def _fitting(lines: Sequence[str]) -> str:
    """A step's lines as one text, the middle left out when a result could not hold them."""
    lines = [cut(line, LINE_CHARS) for line in lines]
    if sum(size_bytes(line) + 1 for line in lines) <= STEP_BYTES:
        return "\n".join(lines)
    head = _within(lines, STEP_BYTES * 2 // 3)
    tail = _within(lines[::-1], STEP_BYTES // 3)[::-1]
    left_out = len(lines) - len(head) - len(tail)
    return "\n".join([*head, f"note| {left_out} lines cut; search_traces finds them", *tail])


def _within(lines: Sequence[str], room: int) -> list[str]:
    ends = accumulate(size_bytes(line) + 1 for line in lines)
    return [line for line, end in zip(lines, ends, strict=True) if end <= room]


def _parting(a: Trace, b: Trace) -> str:
    pairs = zip(a.lines, b.lines, strict=False)
    same = next((n for n, (x, y) in enumerate(pairs) if x != y), min(len(a.lines), len(b.lines)))
    places = (f"{one.rollout} step {one.step_at(same + 1)}" for one in (a, b))
    return "first difference: " + ", ".join(places)
