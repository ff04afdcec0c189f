"""Tools of an agent: typed arguments in, a text out. What is not here does not exist for the agent."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache
from inspect import cleandoc
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from saddle_engine.agents.arguments import Arguments
from saddle_engine.agents.paging import fit
from saddle_engine.agents.text import short
from saddle_engine.agents.unpacking import unpacked
from saddle_engine.errors import PathRefused, SaddleError

A = TypeVar("A", bound=Arguments)
M = TypeVar("M", bound=BaseModel)


class ToolRefused(SaddleError):
    """A tool call that cannot be answered; the message goes to the agent."""


class CallMalformed(ToolRefused):
    """No such tool, or arguments that do not fit its schema."""


@dataclass(frozen=True)
class Span:
    """Lines of a file that an agent has seen, counted from 1."""

    path: str
    first_line: int
    last_line: int


@dataclass(frozen=True)
class ToolResult:
    """What a tool answered."""

    text: str
    refused: bool = False
    reads: tuple[Span, ...] = ()


Run = Callable[[], Awaitable[ToolResult]]


@dataclass(frozen=True)
class Tool:
    """A tool and its schema; `bind` checks raw arguments and returns the call, not yet made."""

    name: str
    schema: dict[str, Any]
    bind: Callable[[object], Run]
    ends: bool = False
    """Whether a call ends the session, without an answer."""


def tool(arguments: type[A], run: Callable[[A], Awaitable[ToolResult]]) -> Tool:
    """A tool from its arguments and the function that answers it."""

    def bind(raw: object) -> Run:
        value = validated(arguments, raw)
        return lambda: run(value)

    name = arguments.tool
    schema = tool_schema(name, cleandoc(arguments.__doc__ or ""), arguments)
    return Tool(name, schema, bind, arguments.ends)


class Tools:
    """The tools of one session."""

    def __init__(self, *tools: Tool) -> None:
        self._tools = {one.name: one for one in tools}

    @property
    def names(self) -> tuple[str, ...]:
        """In the order in which the agent sees them."""
        return tuple(self._tools)

    def schemas(self) -> list[dict[str, Any]]:
        """For the `tools` of a request."""
        return [one.schema for one in self._tools.values()]

    def ends(self, name: str) -> bool:
        """Whether a call of this tool ends the session."""
        return self._tools[name].ends

    def bind(self, name: str, raw: object) -> Run:
        """The call, ready to be made.

        Raises:
            CallMalformed: the agent has no such tool, or the arguments do not fit.
        """
        if name not in self._tools:
            raise CallMalformed(f"there is no tool {short(name, 60)!r}")
        return self._tools[name].bind(raw)


async def answer(run: Run) -> ToolResult:
    """Make a call; what is refused becomes an error result."""
    try:
        result = await run()
    except (ToolRefused, PathRefused) as error:
        return refusal(str(error))
    return ToolResult(fit(result.text), result.refused, result.reads)


def refusal(message: str) -> ToolResult:
    """An error result."""
    return ToolResult(fit(f"error: {message}"), refused=True)


def tool_schema(name: str, description: str, arguments: type[BaseModel]) -> dict[str, Any]:
    """One entry of a request's `tools`."""
    return {
        "name": name,
        "description": description,
        "input_schema": _schema(arguments),
    }


@cache  # measured: a fifth of the engine's own time in a run of fakes
def _schema(arguments: type[BaseModel]) -> dict[str, Any]:
    return arguments.model_json_schema()


def validated(model: type[M], raw: object) -> M:
    """The arguments of a call as a value.

    Raises:
        CallMalformed: they do not fit the schema, or hold what cannot be written to any file.
    """
    try:
        try:
            return _fitting(model, raw)
        except ValidationError as slip:
            return _fitting(model, unpacked(raw, slip))
    except UnicodeEncodeError as error:
        raise CallMalformed("the arguments hold characters that are no Unicode text") from error
    except ValidationError as error:
        raise CallMalformed(describe(error)) from error


def _fitting(model: type[M], raw: object) -> M:
    json.dumps(raw, ensure_ascii=False).encode()
    return model.model_validate(raw)


def describe(error: ValidationError) -> str:
    """What is wrong with arguments, in one line, without repeating them."""
    found = error.errors(include_url=False, include_input=False, include_context=False)
    places = [(".".join(str(part) for part in one["loc"]), one["msg"]) for one in found[:5]]
    text = "; ".join(f"{place}: {message}" if place else message for place, message in places)
    return short(text, 600)
