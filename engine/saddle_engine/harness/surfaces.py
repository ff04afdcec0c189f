"""Surfaces: the declared, editable parts of a harness."""

import re
from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import Annotated

from pydantic import AfterValidator, Field, model_validator

from saddle_engine.types.base import Value
from saddle_engine.types.taxonomy import Layer

# The description of a harness and its door to the model: no patch may touch them.
PROTECTED = frozenset({"harness.toml", "saddle_pipe.py"})


def _plain_glob(pattern: str) -> str:
    if not pattern or pattern.startswith("/") or ".." in pattern.split("/"):
        raise ValueError("expected a glob relative to the harness, like 'tools/*.py'")
    return pattern


def _dotted(constant: str) -> str:
    if not re.fullmatch(r"[^\W\d]\w*(\.(\*|[^.]+))*", constant):
        raise ValueError("expected a constant like 'DESCRIPTION' or 'PARAMETERS.*.description'")
    return constant


class Surface(Value):
    """One part that patches may change."""

    layer: Layer = Field(description="'prompt', 'tool' or 'middleware'")
    files: tuple[Annotated[str, AfterValidator(_plain_glob)], ...] = Field(
        min_length=1, description='globs such as ["tools/*.py"]'
    )
    """Globs on paths relative to the harness: `*` stays in a folder, `**` crosses folders."""
    text: tuple[Annotated[str, AfterValidator(_dotted)], ...] = ()
    """Constants of Python files that are words for the model, not code."""
    hooks: bool = False
    """The files are declarative hooks: JSON lists of `{tool, when, reminder}`."""

    @model_validator(mode="after")
    def _hooks_are_middleware(self) -> "Surface":
        if self.hooks and self.layer is not Layer.MIDDLEWARE:
            raise ValueError("expected layer = 'middleware' where hooks = true")
        return self

    def covers(self, path: str) -> bool:
        """Whether a path belongs to this surface."""
        return any(matches(pattern, path) for pattern in self.files)


def matches(pattern: str, path: str) -> bool:
    """Whether a glob matches a whole path; `*` does not cross `/`, `**` does."""
    return _match(pattern.split("/"), path.split("/"))


def surface_of(surfaces: Sequence[Surface], path: str) -> Surface | None:
    """The first surface, in the manifest's order, that covers a path and may be edited there."""
    if path.rpartition("/")[2].casefold() in PROTECTED:
        return None
    return next((surface for surface in surfaces if surface.covers(path)), None)


def _match(pattern: Sequence[str], path: Sequence[str]) -> bool:
    if not pattern:
        return not path
    if pattern[0] == "**":
        return any(_match(pattern[1:], path[skip:]) for skip in range(len(path) + 1))
    return bool(path) and fnmatchcase(path[0], pattern[0]) and _match(pattern[1:], path[1:])
