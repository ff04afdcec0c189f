"""One sentence for the first thing that is wrong with a TOML table."""

from difflib import get_close_matches
from typing import get_args

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

VALUE_LIMIT = 80  # characters of a wrong value that are shown


def misfit(error: ValidationError, model: type[BaseModel]) -> str:
    """The first misfit as key, value and expectation; an unknown key comes with the nearest one.

    A field's description says what is expected of it.
    """
    # An unknown key is the likely reason for a missing one, so it is said first.
    first = min(error.errors(), key=lambda found: found["type"] != "extra_forbidden")
    where = [part for part in first["loc"] if isinstance(part, str)]
    fields = _fields_at(model, where[:-1])
    subject = f"key `{spelled(first['loc'])}`"
    match first["type"]:
        case "missing":
            return f"{subject} is missing; expected {_description(fields, where)}"
        case "extra_forbidden":
            value = _short(first["input"])
            return f"{subject} is unknown; {_nearest(where[-1], list(fields))} (its value: {value})"
        case _:
            said = _expected(first, _description(fields, where))
            return f"{subject} = {_short(first['input'])}; {said}"


def spelled(location: tuple[int | str, ...]) -> str:
    """A key as one would write it: `surface[0].files`."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in location)
    return text.removeprefix(".")


def _short(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= VALUE_LIMIT else f"{shown[:VALUE_LIMIT]}…"


def _expected(error: ErrorDetails, description: str) -> str:
    text = error["msg"].removeprefix("Value error, ")
    if text.startswith("expected"):
        return text
    return f"expected {description} ({text[:1].lower()}{text[1:]})"


def _description(fields: dict[str, FieldInfo], where: list[str]) -> str:
    field = fields.get(where[-1]) if where else None
    return (field and field.description) or "another value"


def _fields_at(model: type[BaseModel], where: list[str]) -> dict[str, FieldInfo]:
    """The keys of the table that stands at a place of the model; none where there is no table."""
    fields = {field.alias or name: field for name, field in model.model_fields.items()}
    if not where:
        return fields
    inner = _table(fields[where[0]].annotation) if where[0] in fields else None
    return _fields_at(inner, where[1:]) if inner else {}


def _table(annotation: object) -> type[BaseModel] | None:
    """The model inside `Table`, `tuple[Table, ...]` or `Table | None`."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for inner in get_args(annotation) if (found := _table(inner))), None)


def _nearest(key: str, known: list[str]) -> str:
    if close := get_close_matches(key, known, n=1, cutoff=0.5):
        return f"did you mean `{close[0]}`?"
    return f"expected one of {', '.join(known)}"
