"""Tools that run a command which they build from their arguments."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from saddle_benchmarks.bundled.simulated.optimizer import code
from saddle_benchmarks.bundled.simulated.optimizer.harness import Harness
from saddle_benchmarks.bundled.simulated.optimizer.tools import ToolModule, tools
from saddle_engine.types.patch import Edit

TAKEN = re.compile(r"arg|option|flag|param", re.IGNORECASE)
MARGIN = "    "


@dataclass(frozen=True)
class Place:
    """A tool that builds a command from its arguments."""

    tool: ToolModule
    command: ast.expr
    """What is run."""
    unused: str
    """A parameter for arguments that the tool takes and ignores; empty when it has none."""

    def edits(
        self, parameter: str, schema: str, command: str, *, required: bool = False
    ) -> list[Edit]:
        """One more parameter, and another command."""
        source, end = self.tool.source, code.span(self.tool.source, self.tool.parameters)[1] - 1
        own_line = source.text[:end].endswith("\n")
        entry = f'"{parameter}": {schema}'
        entry = f"{MARGIN}{entry},\n" if own_line else f", {entry}"
        known = parameter in self.tool.arguments
        edits: list[Edit] = [] if known else [source.swap_span(end, end, entry)]
        if command:
            edits += [code.swap(source, self.command, command), *self._imports(command)]
        if required and (needed := re.search(r"^REQUIRED.*= \[", source.text, re.MULTILINE)):
            edits.append(source.swap(needed[0], f'{needed[0]}"{parameter}", '))
        return edits

    def _imports(self, command: str) -> list[Edit]:
        source = self.tool.source
        first = re.search(r"^(import|from) ", source.text, re.MULTILINE)
        if "shlex" not in command or "import shlex" in source.text or not first:
            return []
        line = source.text[first.start() : source.text.index("\n", first.start())]
        both = sorted([line, "import shlex"], key=lambda one: (one.startswith("from"), one))
        return [source.swap(line, "\n".join(both))]


def find(harness: Harness) -> Place | None:
    """The first tool that runs what it was asked to, without any arguments."""
    for tool in tools(harness):
        taken = [name for name in tool.arguments if TAKEN.search(name)]
        unused = [name for name in taken if f'"{name}"' not in code.text(tool.source, tool.run)]
        for asked in _commands(tool) if taken == unused else ():
            command = _source_of(tool.run, asked)
            if not isinstance(command, ast.Constant):
                return Place(tool, command, unused[0] if unused else "")
    return None


def _commands(tool: ToolModule) -> Iterator[ast.expr]:
    """What is run, by the pipe itself or by a function that is handed the pipe."""
    for call in code.calls(tool.run, "exec", "run"):
        yield from call.args[:1]
    for node in ast.walk(tool.run):
        match node:
            case ast.Call(func=ast.Name(), args=[ast.Name(id=tool.pipe), command, *_]):
                yield command
            case _:
                pass


def _source_of(run: ast.FunctionDef, argument: ast.expr) -> ast.expr:
    """The expression behind a local name."""
    for node in ast.walk(run):
        match node, argument:
            case ast.Assign(targets=[ast.Name(id=name)], value=value), ast.Name(id=wanted) if (
                name == wanted
            ):
                return value
            case _:
                pass
    return argument
