"""A tool shows the beginning of something long, and nothing shows the rest."""

import ast
import re
from collections.abc import Iterator, Sequence

from saddle_benchmarks.bundled.simulated.optimizer import code
from saddle_benchmarks.bundled.simulated.optimizer.harness import Harness
from saddle_benchmarks.bundled.simulated.optimizer.new_tools import (
    measuring,
    reading_on,
    showing_head,
    showing_lines,
)
from saddle_benchmarks.bundled.simulated.optimizer.plan import (
    Plan,
    Symptom,
    Weakness,
    harmful,
    idle,
    right,
)
from saddle_benchmarks.bundled.simulated.optimizer.tools import ToolModule, tools
from saddle_benchmarks.bundled.simulated.optimizer.trace import Act, Trace
from saddle_engine.types.patch import Edit, WriteFile
from saddle_engine.types.taxonomy import SubType

MARK = re.compile(
    r"(first|last|only) [\d,]+ of [\d,]+|truncated|\[\.\.\.|characters? (left out|omitted)"
)
PAGING = re.compile(r"offset|start|first|from|page|line|skip|begin", re.IGNORECASE)


def seen(trace: Trace) -> Symptom | None:
    for number, act in trace.acts():
        if act.told and MARK.search(act.told[-200:]) and not _went_on(trace, number, act):
            note = f"{act.tool} showed only a part, and the agent never saw the rest"
            return Symptom(trace, number, number + 1, note)
    return None


def _went_on(trace: Trace, number: int, cut: Act) -> bool:
    """Whether a later call showed another part of the same thing."""
    values = {str(value) for value in cut.arguments.values()}
    return any(
        later > number
        and act.told != cut.told
        and values & {str(v) for v in act.arguments.values()}
        for later, act in trace.acts()
        if not any(line.startswith("write ") for line in act.env)
    )


def plans(harness: Harness, symptoms: Sequence[Symptom]) -> list[Plan]:
    found = list(tools(harness))
    if any(PAGING.search(argument) for tool in found for argument in tool.arguments):
        return []
    for tool in found:
        if limit := _limit(tool):
            return list(_plans(harness, tool, limit))
    return []


def _limit(tool: ToolModule) -> ast.expr | None:
    """Where a text is cut at its beginning: the bound of `text[:bound]`."""
    if not code.calls(tool.run, "read", "open", "read_text", "exec"):
        return None
    for node in ast.walk(tool.run):
        match node:
            case ast.Subscript(slice=ast.Slice(lower=None, upper=ast.expr() as bound)):
                return bound
            case _:
                pass
    return None


def _plans(harness: Harness, tool: ToolModule, limit: ast.expr) -> Iterator[Plan]:
    risk = "one more tool to choose from"
    for build, title, drafts in (
        (right, "Add a tool that reads on from a position", reading_on()),
        (right, "Add a tool that shows lines of a file", showing_lines()),
        (idle, "Add a tool that shows as much of a file as is wanted", showing_head()),
        (idle, "Add a tool that measures a text", measuring()),
    ):
        for file in _new(harness, tool, drafts):
            yield build(title, risk, file)
    for shown, title in ((0, "Let reading begin with the length"), (4, "Read files in pages")):
        for file in _new(harness, tool, reading_on()):
            yield harmful(title, "more calls", _shorter(tool, limit, shown), file)


def _new(harness: Harness, tool: ToolModule, drafts: dict[str, str]) -> Iterator[WriteFile]:
    """A draft under the first of its names that is free, beside the tool that cuts."""
    for name, text in drafts.items():
        if path := harness.free_path(tool.source.path, name):
            yield WriteFile(path=path, text=text)
            return


def _shorter(tool: ToolModule, limit: ast.expr, shown: int) -> Edit:
    """The old tool shows less than before."""
    tree = code.parse(tool.source)
    named = dict(code.constants(tree)).get(code.called(limit)) if tree else None
    return code.swap(tool.source, named or limit, str(shown))


WEAKNESS = Weakness(
    SubType.NEW_TOOL,
    clue="PARAMETERS|\\[:",
    cause="long files are cut at their beginning, and no tool shows what comes after",
    rejected=(
        "the file does not have the answer: most of it was never shown",
        "the agent stopped too early: it had no way to go on",
    ),
    seen=seen,
    plans=plans,
)
