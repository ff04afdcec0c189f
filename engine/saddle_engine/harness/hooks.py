"""Declarative hooks: short reminders bound to a tool, as data that no one can execute."""

import json
from typing import Annotated, Any, Literal, NoReturn

from pydantic import Field, TypeAdapter, ValidationError

from saddle_engine.errors import PatchRefused
from saddle_engine.harness.misfit import spelled
from saddle_engine.types.base import Value

REMINDER_LIMIT = 500  # characters
HOOKS_LIMIT = 50
SHAPE = (
    f"a list of at most {HOOKS_LIMIT} hooks, each with exactly tool (a name or a glob), when "
    '("first_call", "every_call" or {"contains": "text in the JSON arguments"}) and reminder '
    f"(1 to {REMINDER_LIMIT} characters)"
)


class Contains(Value):
    """The call's arguments, as JSON, contain a text."""

    contains: str = Field(min_length=1, max_length=200)


class Hook(Value):
    """A reminder the model gets when it calls a tool."""

    tool: str = Field(min_length=1, max_length=100)
    """The name of a tool, or a glob."""
    when: Literal["first_call", "every_call"] | Contains
    reminder: str = Field(min_length=1, max_length=REMINDER_LIMIT)


_HOOKS = TypeAdapter(Annotated[list[Hook], Field(max_length=HOOKS_LIMIT)])


def check_hooks(path: str, content: bytes) -> None:
    """Refuse a hooks file that is not a list of `{tool, when, reminder}`.

    Raises:
        PatchRefused: it is no JSON, or an entry has another shape; says which one.
    """
    try:
        parsed = json.loads(content.decode(), object_pairs_hook=_once, parse_constant=_not_a_number)
    except (ValueError, RecursionError) as why:
        raise PatchRefused(f"{path!r} is not JSON: {why}") from why
    try:
        _HOOKS.validate_python(parsed, strict=True)
    except ValidationError as why:
        where = spelled(why.errors()[0]["loc"][:2]) or "the whole file"
        raise PatchRefused(f"{path!r}: {where} does not fit; expected {SHAPE}") from why


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("an object has the same key twice")
    return found


def _not_a_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
