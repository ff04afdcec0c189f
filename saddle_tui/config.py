"""Reads a configuration file; what is wrong with it is one sentence."""

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from saddle_engine.errors import ConfigError
from saddle_engine.harness.misfit import misfit
from saddle_tui.settings import BenchmarkSection, Settings

LIMIT_BYTES = 1_000_000


def load(path: Path) -> Settings:
    """The settings in a TOML file, with paths made absolute.

    Raises:
        ConfigError: naming file, key, value, what was expected and the nearest known key.
    """
    table = _table(path)
    with about(path):
        return _absolute(settings_of(table), path.resolve().parent)


def settings_of(table: dict[str, Any]) -> Settings:
    """Checked settings.

    Raises:
        ConfigError: naming key, value, what was expected and the nearest known key.
    """
    try:
        settings = Settings.model_validate(table)
    except ValidationError as invalid:
        raise ConfigError(misfit(invalid, Settings)) from invalid
    if (settings.harness.path is None) == (settings.harness.bundled is None):
        raise ConfigError(
            "[harness] needs either path (a folder with a harness.toml) or bundled "
            '("react"), and not both'
        )
    return settings


@contextmanager
def about(path: Path | None) -> Iterator[None]:
    """Name the file that a `ConfigError` is about; None when there is no file."""
    try:
        yield
    except ConfigError as error:
        if path is None:
            raise
        raise ConfigError(f"{path}: {error}") from error


def _table(path: Path) -> dict[str, Any]:
    raw = _read(path)
    if len(raw) > LIMIT_BYTES:
        raise ConfigError(f"{path} has more than 1 MB; a config is a small TOML file")
    try:
        return tomllib.loads(raw.decode())
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is not UTF-8 text; a config is a TOML file") from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConfigError(f"{path} is not valid TOML: {error}") from error


def _read(path: Path) -> bytes:
    """At most one byte too many."""
    if path.exists() and not path.is_file():
        raise ConfigError(f"{path} is no plain file; a config is a TOML file")
    try:
        with path.open("rb") as file:
            return file.read(LIMIT_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ConfigError(f"cannot read the config {path}: {reason}; give a TOML file") from error


def _absolute(settings: Settings, base: Path) -> Settings:
    changes: dict[str, Any] = {}
    if settings.harness.path is not None:
        path = _resolved(base, settings.harness.path)
        changes["harness"] = settings.harness.model_copy(update={"path": path})
    for role in ("task", "optimizer"):
        section = getattr(settings.model, role)
        if section.key_file is not None and not section.key_file.startswith("~"):
            path = _resolved(base, section.key_file)
            models = changes.get("model", settings.model)
            section = section.model_copy(update={"key_file": path})
            changes["model"] = models.model_copy(update={role: section})
    options = settings.benchmark.model_dump()
    if isinstance(options.get("path"), str):
        options["path"] = _resolved(base, options["path"])
        changes["benchmark"] = BenchmarkSection.model_validate(options)
    return settings.model_copy(update=changes)


def _resolved(base: Path, path: str) -> str:
    try:
        return str((base / path).resolve())
    except (OSError, ValueError) as error:  # a zero byte, a circle of links
        raise ConfigError(f"{path!r} cannot be a path: {error}") from error
