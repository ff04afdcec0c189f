"""harness.toml: what a harness is called, how it starts, and what patches may change."""

import tomllib
from collections.abc import Collection
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field, ValidationError

from saddle_engine.errors import ConfigError, PathRefused
from saddle_engine.harness.misfit import misfit
from saddle_engine.harness.safe_open import read_plain
from saddle_engine.harness.surfaces import PROTECTED, Surface
from saddle_engine.types.base import Value

MANIFEST = "harness.toml"
LIMIT_BYTES = 64_000


def _one_machine(co_located: bool) -> bool:
    if co_located:
        raise ValueError(
            "expected false: an agent that runs its tools in its own file system is not supported "
            "yet; send its tool calls through saddle_pipe.py"
        )
    return co_located


class Manifest(Value):
    """A harness as it describes itself."""

    name: str = Field(
        max_length=60,
        pattern=r"^[A-Za-z0-9][\w .-]*$",
        description="a short name of letters, digits, spaces, '.', '-' or '_'",
    )
    start: tuple[str, ...] = Field(
        min_length=1, description='a start command such as ["python3", "-s", "main.py"]'
    )
    """The command of one rollout, run in the folder of the harness."""
    check: tuple[str, ...] = ()
    """A command that imports everything and exits 0, run in the check box; empty: none."""
    surfaces: tuple[Surface, ...] = Field(
        alias="surface", min_length=1, description="[[surface]] tables with layer and files"
    )
    co_located: Annotated[bool, AfterValidator(_one_machine)] = False


def parse_manifest(content: bytes, source: str = MANIFEST) -> Manifest:
    """A manifest from its text.

    Raises:
        ConfigError: not TOML, a key missing, unknown or of the wrong kind; says which and what
            was expected.
    """
    try:
        manifest = Manifest.model_validate(tomllib.loads(content.decode()))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as why:
        raise ConfigError(f"{source} is not a TOML file: {why}") from why
    except ValidationError as why:
        raise ConfigError(f"{source}: {misfit(why, Manifest)}") from why
    for key in ("start", "check"):
        if not all(getattr(manifest, key) or ("unused",)):
            raise ConfigError(f"{source}: key `{key}` has an empty word; expected a command")
    return manifest


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a harness in a folder.

    Raises:
        ConfigError: there is none, or it cannot be used.
    """
    try:
        content = read_plain(folder, MANIFEST, LIMIT_BYTES)
    except PathRefused as why:
        raise ConfigError(
            f"{folder} is not a harness: {why}; expected a {MANIFEST} that names it, its start "
            "command and its surfaces"
        ) from why
    return parse_manifest(content, str(folder / MANIFEST))


def check_surfaces(manifest: Manifest, paths: Collection[str], source: str = MANIFEST) -> None:
    """Refuse a manifest whose surfaces do not fit the files of its harness.

    Raises:
        ConfigError: no surface matches any file, or one covers the manifest or the pipe.
    """
    for number, surface in enumerate(manifest.surfaces):
        for path in sorted({*paths, *PROTECTED}):
            if path.rpartition("/")[2] in PROTECTED and surface.covers(path):
                raise ConfigError(
                    f"{source}: key `surface[{number}].files` = {list(surface.files)} covers "
                    f"{path}, which no patch may change; expected globs that leave it out"
                )
    if not any(surface.covers(path) for surface in manifest.surfaces for path in paths):
        patterns = [pattern for surface in manifest.surfaces for pattern in surface.files]
        raise ConfigError(
            f"{source}: no file of the harness matches key `surface.files` = {patterns}; "
            "expected at least one file that a patch may change"
        )
