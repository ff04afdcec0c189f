"""Reading the options of a benchmark from the config, with errors a person can act on."""

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from saddle_engine.errors import ConfigError
from saddle_engine.harness.misfit import misfit


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
        raise ConfigError(f"{table} {misfit(error, model)}") from error
