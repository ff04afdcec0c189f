"""Reading the options of a benchmark from the config, with errors a person can act on."""

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from saddle_benchmarks.nearest import did_you_mean
from saddle_engine.errors import ConfigError


class Options(BaseModel):
    """Frozen options that refuse unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid")


Model = TypeVar("Model", bound=BaseModel)


def read_options(model: type[Model], options: Mapping[str, Any], table: str) -> Model:
    """The options as a model.

    Args:
        model: what the benchmark accepts.
        options: as read from the config.
        table: how errors name the place, such as `[benchmark]`.

    Raises:
        ConfigError: a key is unknown or missing, or a value is not what was expected.
    """
    try:
        return model.model_validate(dict(options))
    except ValidationError as error:
        raise ConfigError(f"{table} {first_problem(error, model)}") from error


def first_problem(error: ValidationError, model: type[BaseModel]) -> str:
    """The first thing wrong, as `key = value: what was expected`."""
    problems = error.errors(include_url=False)
    # An unknown key is the likely reason for a missing one, so it is said first.
    problem = min(problems, key=lambda found: found["type"] != "extra_forbidden")
    key = ".".join(str(part) for part in problem["loc"])
    match problem["type"]:
        case "extra_forbidden":
            return f"{key}: unknown key{did_you_mean(key, model.model_fields)}"
        case "missing":
            meaning = model.model_fields[key].description if key in model.model_fields else None
            return f"{key}: missing{f'; expected: {meaning}' if meaning else ''}"
        case _:
            return f"{key} = {str(problem['input'])[:80]!r}: {problem['msg'].removeprefix('Value error, ')}"
