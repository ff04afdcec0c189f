"""Which of the offered tools does what, by names, descriptions and argument schemas alone."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from saddle_benchmarks.bundled.simulated.task_agent.replies import Call

PATH = re.compile(r"path|file|document|^name$|^source$")
CONTENT = re.compile(r"content|text|body|data|value")
PROGRAM = re.compile(r"name|program|command|cmd|path|file|executable|script")
ARGUMENTS = re.compile(r"arg|param|option|flag|operand")
PATTERN = re.compile(r"pattern|query|needle|regex|keyword|term|search|text|string|contains")
POSITION = re.compile(r"offset|start|begin|from|first|position|skip|page|part|chunk|^line|_line$")
EXTENT = re.compile(r"end|last|^to|until|stop|limit|count|length|lines|max|size|number")
FOLDER = re.compile(r"path|folder|dir|where")


def _word(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?:.*_)?(?:{words})(?:_.*)?")


ROLES = {
    "finish": re.compile(r"(finish|done|submit|complete|conclude)(_.*)?|end(_.*)?|.*_finish"),
    "write": _word("write|save|create|put|edit"),
    "run": _word("run|exec|execute|launch|start|shell|bash|command|invoke|call"),
    "size": _word("size|stat|length|bytes|measure"),
    "search": _word("search|grep|find|lookup|locate"),
    "list": _word("list|ls|dir|tree|glob"),
    "read": _word(
        "read|show|view|cat|open|print|page|pages|tail|head|get|peek|scroll|more|next|lines|rest"
    ),
}
"""In this order: the first whose pattern a tool's name has is its role."""


@dataclass(frozen=True)
class Tool:
    """One offered tool."""

    name: str
    description: str
    properties: dict[str, dict[str, Any]]
    required: tuple[str, ...]

    @property
    def role(self) -> str:
        """What the tool is for; empty when its name does not say."""
        name = re.sub(r"(?<=[a-z])(?=[A-Z])|-", "_", self.name).lower()
        return next((role for role, words in ROLES.items() if words.fullmatch(name)), "")

    def argument(self, *kinds: re.Pattern[str], but: tuple[str | None, ...] = ()) -> str | None:
        """The first property that one of the patterns describes, required ones before others."""
        names = [*self.required, *(name for name in self.properties if name not in self.required)]
        fitting = (n for kind in kinds for n in names if kind.search(n.lower()) and n not in but)
        return next(fitting, None)

    def kind(self, name: str) -> str:
        """The JSON type of a property."""
        return str(self.properties.get(name, {}).get("type", "string"))


@dataclass(frozen=True)
class Toolbox:
    """All offered tools by role."""

    tools: tuple[Tool, ...]

    def of(self, role: str) -> list[Tool]:
        """The tools of a role, in the order offered."""
        return [tool for tool in self.tools if tool.role == role]

    def role(self, name: str) -> str:
        """The role of a tool that was used."""
        return next((tool.role for tool in self.tools if tool.name == name), "")

    def list(self, folder: str = "") -> Call | None:
        """List the working folder, or a folder where a tool can."""
        for tool in self.of("list"):
            where = tool.argument(FOLDER)
            if not folder and not tool.required:
                return Call(tool.name)
            if where and set(tool.required) <= {where}:
                return Call(tool.name, {where: folder or "."})
        return None

    def read(self, path: str) -> Call | None:
        """Read a file from its beginning, with the plainest reader there is."""
        readers = sorted(self.of("read"), key=lambda tool: len(tool.required))
        for tool in readers:
            name = tool.argument(PATH)
            if name and set(tool.required) <= {name}:
                return Call(tool.name, {name: path})
        return None

    def write(self, path: str, content: str) -> Call | None:
        """Write a whole file."""
        for tool in self.of("write"):
            name = tool.argument(PATH)
            body = tool.argument(CONTENT, but=(name,))
            if name and body:
                return Call(tool.name, {name: path, body: content})
        return None

    def size(self, path: str) -> Call | None:
        """Ask for the size of a file."""
        for tool in self.of("size"):
            name = tool.argument(PATH)
            if name:
                return Call(tool.name, {name: path})
        return None

    def run(self, program: str, *arguments: str) -> Call | None:
        """Run a program, with the arguments if a tool can pass them on."""
        for tool in self.of("run"):
            name = tool.argument(PROGRAM)
            if name is None:
                continue
            extra = tool.argument(ARGUMENTS, but=(name,))
            given: dict[str, Any] = {name: program}
            if re.search("command|cmd", name) and arguments:
                given[name] = " ".join([f"./{program}", *arguments])
            elif extra and arguments:
                is_list = tool.kind(extra) == "array"
                given[extra] = list(arguments) if is_list else " ".join(arguments)
            return Call(tool.name, given)
        return None

    def finish(self, summary: str) -> Call | None:
        """End the task."""
        for tool in self.of("finish"):
            names = tool.required or tuple(tool.properties)[:1]
            return Call(tool.name, dict.fromkeys(names, summary))
        return None


def toolbox(tools: tuple[dict[str, Any], ...]) -> Toolbox:
    """The tools of a request; entries that are not tools are left out."""
    return Toolbox(tuple(_tools(tools)))


def _tools(entries: tuple[dict[str, Any], ...]) -> Iterator[Tool]:
    for entry in entries:
        name, schema = entry.get("name"), entry.get("input_schema")
        schema = schema if isinstance(schema, dict) else {}
        properties, required = schema.get("properties"), schema.get("required")
        if isinstance(name, str):
            yield Tool(
                name,
                str(entry.get("description") or ""),
                {k: v if isinstance(v, dict) else {} for k, v in properties.items()}
                if isinstance(properties, dict)
                else {},
                tuple(map(str, required)) if isinstance(required, list) else (),
            )
