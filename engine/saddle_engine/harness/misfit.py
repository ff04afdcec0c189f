"""One sentence for the first thing that is wrong with a TOML table."""

from difflib import get_close_matches

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

VALUE_LIMIT = 80  # characters of a wrong value that are shown


def misfit(error: ValidationError, model: type[BaseModel], **tables: type[BaseModel]) -> str:
    """The first misfit as key, value and expectation; an unknown key comes with the nearest one.

    `tables` are the models of the tables inside `model`, by key; a field's description says what
    is expected when it is missing.
    """
    # An unknown key is the likely reason for a missing one, so it is said first.
    first = min(error.errors(), key=lambda found: found["type"] != "extra_forbidden")
    where = [part for part in first["loc"] if isinstance(part, str)]
    key = spelled(first["loc"])
    fields = _fields(tables.get(where[0], model) if len(where) > 1 else model)
    match first["type"]:
        case "missing":
            return f"key `{key}` is missing; expected {_description(fields, where)}"
        case "extra_forbidden":
            return f"key `{key}` is unknown; {_nearest(where[-1], list(fields))}"
        case _:
            return f"{_subject(key, first)}; {_expected(first, _description(fields, where))}"


def spelled(location: tuple[int | str, ...]) -> str:
    """A key as one would write it: `surface[0].files`."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in location)
    return text.removeprefix(".")


def _subject(key: str, error: ErrorDetails) -> str:
    value = repr(error["input"])
    return f"key `{key}` = {value if len(value) <= VALUE_LIMIT else value[:VALUE_LIMIT] + '…'}"


def _expected(error: ErrorDetails, description: str) -> str:
    text = error["msg"].removeprefix("Value error, ")
    if text.startswith("expected"):
        return text
    return f"expected {description} ({text[:1].lower()}{text[1:]})"


def _description(fields: dict[str, FieldInfo], where: list[str]) -> str:
    field = fields.get(where[-1]) if where else None
    return (field and field.description) or "another value"


def _fields(model: type[BaseModel]) -> dict[str, FieldInfo]:
    return {field.alias or name: field for name, field in model.model_fields.items()}


def _nearest(key: str, known: list[str]) -> str:
    if close := get_close_matches(key, known, n=1, cutoff=0.5):
        return f"did you mean `{close[0]}`?"
    return f"expected one of {', '.join(known)}"
