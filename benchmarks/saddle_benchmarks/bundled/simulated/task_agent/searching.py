"""Ways to see more of a file than its beginning, if the harness offers any."""

import re
from collections.abc import Iterator
from shlex import quote

from saddle_benchmarks.bundled.simulated.task_agent.replies import Call
from saddle_benchmarks.bundled.simulated.task_agent.toolbox import (
    EXTENT,
    PATH,
    PATTERN,
    POSITION,
    Tool,
    Toolbox,
)
from saddle_benchmarks.bundled.simulated.task_agent.view import Step

MOST_PAGES = 8
LINES, CHARACTERS = 80, 4_000
"""How much to ask for where a tool must be told."""
NOTICE = re.compile(r"^\s*[\[(<].*[\])>]\s*$")


def look_further(box: Toolbox, path: str, wanted: str, steps: tuple[Step, ...]) -> Call | None:
    """The next call that may show more of the file, or None when every way has been tried."""
    for call in _ways(box, path, wanted, steps):
        if not any((step.tool, step.arguments) == (call.tool, call.arguments) for step in steps):
            return call
    return None


def _ways(box: Toolbox, path: str, wanted: str, steps: tuple[Step, ...]) -> Iterator[Call]:
    for tool in box.of("search"):
        name = tool.argument(PATH)
        pattern = tool.argument(PATTERN, but=(name,))
        if pattern and set(tool.required) <= {name, pattern}:
            yield Call(tool.name, {pattern: wanted, **({name: path} if name else {})})
    for tool in box.of("read"):
        name = tool.argument(PATH)
        position = tool.argument(POSITION, but=(name,))
        if name and position:
            yield from _next_page(tool, name, position, path, steps)
        elif name and set(tool.required) <= {name, extent := tool.argument(EXTENT, but=(name,))}:
            yield Call(tool.name, {name: path, **({extent: LINES} if extent else {})})
    shell = box.shell(f"cat {quote(path)}")
    if shell:
        yield shell


def _next_page(
    tool: Tool, name: str, position: str, path: str, steps: tuple[Step, ...]
) -> Iterator[Call]:
    seen = [step for step in steps if step.mentions(path) and not step.held]
    pages = [step for step in seen if position in step.arguments]
    shown = [step for step in seen if step.result]
    if len(pages) >= MOST_PAGES or (pages and (pages[-1].is_error or not _text(pages[-1]).strip())):
        return
    unit = _unit(tool, position)
    start = _after(shown[-1], position, unit) if shown else (0 if unit == "characters" else 1)
    if pages and start <= _number(pages[-1].arguments.get(position)):
        return
    yield Call(
        tool.name, {name: path, position: start, **_extent(tool, name, position, start, unit)}
    )


def _unit(tool: Tool, position: str) -> str:
    """What the position counts."""
    about = f"{position} {tool.properties[position].get('description', '')}".lower()
    for word, unit in (
        ("page|part|chunk", "pages"),
        ("line", "lines"),
        ("char|byte", "characters"),
    ):
        if re.search(word, about):
            return unit
    return "lines" if "line" in f"{tool.name} {tool.description}".lower() else "characters"


def _after(step: Step, position: str, unit: str) -> int:
    """The position just behind what a step has shown; a line that was cut is shown again."""
    first = step.arguments.get(position)
    if unit == "pages":
        return _number(first) + 1
    shown = _text(step)
    if unit == "characters":
        return _number(first) + len(shown)
    return max(_number(first), 1) + max(shown.rstrip("\n").count("\n"), 1)


def _text(step: Step) -> str:
    """A step's result without the tool's own remarks below it."""
    lines = step.result.splitlines(keepends=True)
    while lines and NOTICE.match(lines[-1]):
        lines.pop()
        if lines:
            lines[-1] = lines[-1].removesuffix("\n")
    return "".join(lines)


def _extent(tool: Tool, name: str, position: str, start: int, unit: str) -> dict[str, int]:
    """Where to stop, if the tool insists on being told."""
    extra = {}
    for argument in tool.required:
        if argument not in {name, position} and EXTENT.search(argument.lower()):
            amount = CHARACTERS if unit == "characters" else LINES
            ends = re.search(r"end|last|^to|until|stop", argument.lower())
            extra[argument] = start + amount if ends else amount
    return extra


def _number(value: object) -> int:
    return int(value) if isinstance(value, int | float | str) and str(value).isdigit() else 0
