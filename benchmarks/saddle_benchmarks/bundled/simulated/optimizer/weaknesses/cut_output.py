"""A tool shows the beginning of something long, and nothing shows the rest."""

import ast
import re
from collections.abc import Sequence

from saddle_benchmarks.bundled.simulated.optimizer import code
from saddle_benchmarks.bundled.simulated.optimizer.harness import Harness
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

TOOL = '''\
"""{doc}"""

from typing import Any

NAME = "{name}"
DESCRIPTION = "{description}"
PARAMETERS = {{
    "path": {{"type": "string", "description": "Which file, relative to the working folder."}},
    "{argument}": {{"type": "integer", "description": "{meaning}"}},
}}
REQUIRED = ["path", "{argument}"]
{constant}

def run(pipe: Any, arguments: dict[str, Any]) -> str:
{body}'''

BY_OFFSET = """\
    text = str(pipe.read(arguments["path"])["content"])
    start = {start}
    part = text[start : start + {constant}]
    return f"{{part}}\\n[characters {{start}} to {{start + len(part)}} of {{len(text)}}]"
"""

BY_LINE = """\
    lines = str(pipe.read(arguments["path"])["content"]).split("\\n")
    first = max(int(arguments["first_line"]), 1)
    part = lines[first - 1 : first - 1 + {constant}]
    return "\\n".join(part) + f"\\n[lines {{first}} to {{first + len(part) - 1}} of {{len(lines)}}]"
"""

HEAD = """\
    text = str(pipe.read(arguments["path"])["content"])
    return text[: min(int(arguments["length"]), {constant})]
"""

STATISTICS = """\
    words = str(pipe.read(arguments["path"])["content"]).split()
    longest = max(map(len, words), default=0)
    return f"{len(words)} words, none longer than {min(longest, int(arguments['up_to']))} letters"
"""


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


def _plans(harness: Harness, tool: ToolModule, limit: ast.expr) -> Sequence[Plan]:
    def new(*names: str, **parts: str) -> WriteFile | None:
        path = harness.free_path(tool.source.path, *names)
        if path is None:
            return None
        name = path.rpartition("/")[2].removesuffix(".py")
        return WriteFile(path=path, text=TOOL.format(name=name, **parts))

    pager = new("read_part", "read_more", doc="Read on in a long text file.", **_offset("2_000"))
    liner = new("read_lines", "show_lines", doc="Read some lines of a text file.", **_lines())
    header = new("read_head", "show_head", doc="Show the beginning of a text file.", **_heading())
    counter = new("text_statistics", "statistics", doc="Measure a text.", **_counting())
    small = new("read_part", "read_more", doc="Read on in a long text file.", **_offset("40"))
    plans: list[tuple[WriteFile | None, Plan]] = []
    for file, build, title, risk in (
        (pager, right, "Add a tool that reads on from a position", "one more tool to choose from"),
        (liner, right, "Add a tool that shows lines of a file", "one more tool to choose from"),
        (
            header,
            idle,
            "Add a tool that shows as much of a file as is wanted",
            "one more tool to choose from",
        ),
        (counter, idle, "Add a tool that measures a text", "one more tool to choose from"),
    ):
        if file:
            plans.append((file, build(title, risk, file)))
    if small and (shorter := _shorter(tool, limit)):
        plans.append((small, harmful("Read files in small pages", "more calls", small, *shorter)))
    return [plan for _, plan in plans]


def _shorter(tool: ToolModule, limit: ast.expr) -> list[Edit]:
    """The old tool cut down to one small page."""
    tree = code.parse(tool.source)
    named = dict(code.constants(tree)).get(code.called(limit)) if tree else None
    return [code.swap(tool.source, named or limit, "40")]


def _offset(size: str) -> dict[str, str]:
    return {
        "description": "Shows a part of a text file, beginning at any character.",
        "argument": "offset",
        "meaning": "The first character to show; the file begins at 0.",
        "constant": f"\nPART_CHARACTERS = {size}\n",
        "body": BY_OFFSET.format(
            start='max(int(arguments["offset"]), 0)', constant="PART_CHARACTERS"
        ),
    }


def _lines() -> dict[str, str]:
    return {
        "description": "Shows some lines of a text file, beginning at any line.",
        "argument": "first_line",
        "meaning": "The first line to show; the file begins at 1.",
        "constant": "\nPART_LINES = 60\n",
        "body": BY_LINE.format(constant="PART_LINES"),
    }


def _heading() -> dict[str, str]:
    """Shows no more than is shown anyway."""
    return {
        "description": "Shows the beginning of a text file.",
        "argument": "length",
        "meaning": "How many characters to show, at most 2000.",
        "constant": "\nMOST_CHARACTERS = 2_000\n",
        "body": HEAD.format(constant="MOST_CHARACTERS"),
    }


def _counting() -> dict[str, str]:
    return {
        "description": "Tells how many words a text has, and how long they are.",
        "argument": "up_to",
        "meaning": "The longest word length of interest.",
        "constant": "",
        "body": STATISTICS,
    }


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
