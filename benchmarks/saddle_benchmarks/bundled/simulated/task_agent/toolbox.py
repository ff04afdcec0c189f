"""Which of the offered tools does what, by names, descriptions and argument schemas alone."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from shlex import quote
from typing import Any

from saddle_benchmarks.bundled.simulated.task_agent.replies import Call
from saddle_benchmarks.bundled.simulated.task_agent.view import Step

PATH = re.compile(r"path|file|document|^name$|^source$")
CONTENT = re.compile(r"content|text|body|data|value")
PROGRAM = re.compile(r"name|program|command|cmd|path|file|executable|script|tool")
COMMAND = re.compile(r"^(?:command|cmd|shell|bash|line|command_line|code)$")
ARGUMENTS = re.compile(r"arg|param|option|flag|operand")
PATTERN = re.compile(r"pattern|query|needle|regex|keyword|term|search|text|string|contains")
POSITION = re.compile(r"offset|start|begin|from|first|position|skip|page|part|chunk|^line|_line$")
EXTENT = re.compile(r"end|last|^to|until|stop|limit|count|length|lines|max|size|number")
FOLDER = re.compile(r"path|folder|dir|where")

SHELL = {
    "list": "ls {path}",
    "read": "cat {path}",
    "size": "wc -c {path}",
    "write": "printf '%s' {content} > {path}",
}
"""What each role is for a shell."""


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
    """All offered tools by role; a shell stands in for what no other tool does."""

    tools: tuple[Tool, ...]

    def of(self, role: str) -> list[Tool]:
        """The tools of a role, in the order offered."""
        return [tool for tool in self.tools if tool.role == role]

    def role(self, step: Step) -> str:
        """What a call was made for."""
        words = [str(value).split() for value in step.arguments.values()]
        if any(call.tool == step.tool for call in [self.shell("")] if call):
            first = words[0][0] if words and words[0] else ""
            return next((role for role, line in SHELL.items() if line.split()[0] == first), "run")
        return next((tool.role for tool in self.tools if tool.name == step.tool), "")

    def shell(self, line: str) -> Call | None:
        """Run a shell line, if a tool takes one."""
        for tool in self.of("run"):
            name = tool.argument(COMMAND)
            if name and set(tool.required) <= {name}:
                return Call(tool.name, {name: line})
        return None

    def list(self, folder: str = "") -> Call | None:
        """List the working folder, or a folder where a tool can."""
        for tool in self.of("list"):
            where = tool.argument(FOLDER)
            if not folder and not tool.required:
                return Call(tool.name)
            if where and set(tool.required) <= {where}:
                return Call(tool.name, {where: folder or "."})
        return self.shell(SHELL["list"].format(path=folder or "."))

    def read(self, path: str) -> Call | None:
        """Read a file from its beginning, with the plainest reader there is."""
        for tool in sorted(self.of("read"), key=lambda tool: len(tool.required)):
            name = tool.argument(PATH)
            if name and set(tool.required) <= {name}:
                return Call(tool.name, {name: path})
        return self.shell(SHELL["read"].format(path=quote(path)))

    def write(self, path: str, content: str) -> Call | None:
        """Write a whole file."""
        for tool in self.of("write"):
            name = tool.argument(PATH)
            body = tool.argument(CONTENT, but=(name,))
            if name and body:
                return Call(tool.name, {name: path, body: content})
        return self.shell(SHELL["write"].format(path=quote(path), content=quote(content)))

    def size(self, path: str) -> Call | None:
        """Ask for the size of a file."""
        for tool in self.of("size"):
            name = tool.argument(PATH)
            if name:
                return Call(tool.name, {name: path})
        return self.shell(SHELL["size"].format(path=quote(path)))

    def run(self, program: str, *arguments: str) -> Call | None:
        """Run a program, with the arguments if any tool can pass them on."""
        shell = self.shell(" ".join([f"./{program}", *map(quote, arguments)]))
        bare = None
        for tool in self.of("run"):
            name = tool.argument(PROGRAM)
            extra = tool.argument(ARGUMENTS, but=(name,))
            if name and extra and arguments:
                value = list(arguments) if tool.kind(extra) == "array" else " ".join(arguments)
                return Call(tool.name, {name: program, extra: value})
            if name and not COMMAND.search(name.lower()):
                bare = bare or Call(tool.name, {name: program})
        return shell if shell and (arguments or not bare) else bare

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
