"""Reads a configuration file; what is wrong with it is one sentence."""

import difflib
import tomllib
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from saddle_engine.errors import ConfigError
from saddle_tui.settings import BenchmarkSection, Settings

LIMIT_BYTES = 1_000_000


def load(path: Path) -> Settings:
    """The settings in a TOML file, with paths made absolute.

    Raises:
        ConfigError: naming file, key, value, what was expected and the nearest known key.
    """
    table = _table(path)
    try:
        settings = Settings.model_validate(table)
    except ValidationError as invalid:
        raise ConfigError(f"{path}: {_sentence(invalid.errors()[0])}") from invalid
    if (settings.harness.path is None) == (settings.harness.bundled is None):
        raise ConfigError(
            f"{path}: [harness] needs either path (a folder with a harness.toml) or bundled "
            '("react"), and not both'
        )
    return _absolute(settings, path.resolve().parent)


def _table(path: Path) -> dict[str, Any]:
    try:
        raw = path.read_bytes()
    except OSError as error:
        reason = error.strerror or str(error)
        raise ConfigError(f"cannot read the config {path}: {reason}; give a TOML file") from error
    if len(raw) > LIMIT_BYTES:
        raise ConfigError(f"{path} is {len(raw):,} bytes; a config is a TOML file of at most 1 MB")
    try:
        return tomllib.loads(raw.decode())
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is not UTF-8 text; a config is a TOML file") from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConfigError(f"{path} is not valid TOML: {error}") from error


def _absolute(settings: Settings, base: Path) -> Settings:
    changes: dict[str, Any] = {}
    if settings.harness.path is not None:
        path = str((base / settings.harness.path).resolve())
        changes["harness"] = settings.harness.model_copy(update={"path": path})
    options = settings.benchmark.model_dump()
    if isinstance(options.get("path"), str):
        options["path"] = str((base / options["path"]).resolve())
        changes["benchmark"] = BenchmarkSection.model_validate(options)
    return settings.model_copy(update=changes)


def _sentence(error: ErrorDetails) -> str:
    place = [str(part) for part in error["loc"]]
    key, value = ".".join(place), repr(error["input"])[:80]
    if error["type"] == "extra_forbidden":
        known = _known(place[:-1])
        near = difflib.get_close_matches(place[-1], known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"known keys: {', '.join(known)}"
        return f"unknown key {key!r} (value {value}); {hint}"
    if error["type"] == "missing":
        return f"the key {key!r} is missing; see the example configuration"
    message = error["msg"][0].lower() + error["msg"][1:]
    return f"{key} = {value}: {message}"


def _known(place: list[str]) -> list[str]:
    """Keys of the table at a place of the settings."""
    model: type[BaseModel] = Settings
    for part in place:
        annotation = model.model_fields[part].annotation
        if not (isinstance(annotation, type) and issubclass(annotation, BaseModel)):
            return []
        model = annotation
    return list(model.model_fields)
