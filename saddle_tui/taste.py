"""How this user likes the screen: a file, the environment and the command line, the last one winning."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, Self, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

ThemeName = Literal["auto", "dark", "light", "ansi", "mono", "high-contrast"]
AlphabetName = Literal["auto", "unicode", "narrow", "ascii"]
Slow = Literal["auto", "on", "off"]

LONGEST_S = 60.0
NOTHING_CHOSEN: Mapping[str, Any] = MappingProxyType({})
"""By a command line without words about the screen."""


class Notify(BaseModel):
    """A program that tells the operator elsewhere that the run waits."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    command: tuple[str, ...] = ()
    """Program and arguments; the sentence is added as the last one. No shell sees it. Empty for none."""
    timeout_s: float = Field(default=10.0, gt=0, le=LONGEST_S)

    @model_validator(mode="after")
    def _names_a_program(self) -> Self:
        if self.command and not self.command[0]:
            raise ValueError("the first word of command must name a program")
        return self


class Taste(BaseModel):
    """What one may choose about the screen."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    theme: ThemeName = "auto"
    """`auto`: mono where NO_COLOR is set, the terminal's own colours where it has 16, else dark."""
    glyphs: AlphabetName = "auto"
    """`auto`: as the locale and TERM say."""
    mouse: bool = False
    bell: bool = True
    title: bool = True
    """Say in the window's title what the run waits for."""
    slow_link: Slow = "auto"
    notify: Notify = Notify()


class Tasted(NamedTuple):
    """A taste, and why a part of it was not taken."""

    taste: Taste
    warning: str
    """One sentence; empty when all is well. Hostile text is possible."""


def taste_file(environ: Mapping[str, str]) -> Path:
    """Where this user's taste is kept; it need not exist."""
    config = Path(environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return config / "saddle-tui" / "screen.toml"


def taste(chosen: Mapping[str, Any], environ: Mapping[str, str] = os.environ) -> Tasted:
    """All of it.

    Args:
        chosen: from the command line, by field.
        environ: SADDLE_THEME, NO_COLOR and where the file is.
    """
    given, warning = _read(taste_file(environ))
    theme = environ.get("SADDLE_THEME", "")
    if theme in get_args(ThemeName):
        given["theme"] = theme
    elif theme:
        known = ", ".join(get_args(ThemeName))
        warning = warning or f"SADDLE_THEME is {theme!r}, not one of {known}; it is not used"
    if environ.get("NO_COLOR"):
        given["theme"] = "mono"
    return Tasted(Taste.model_validate({**given, **chosen}), warning)


def _read(path: Path) -> tuple[dict[str, Any], str]:
    """What stands in the file; without a file, nothing."""
    try:
        found = tomllib.loads(path.read_text("utf-8"))
        return Taste.model_validate(found).model_dump(exclude_unset=True), ""
    except FileNotFoundError:
        return {}, ""
    except ValidationError as error:
        why = _first(error)
    except (OSError, ValueError) as error:  # no TOML, no UTF-8, no permission
        why = str(error)
    return {}, f"{path} cannot be used: {why}; defaults are used"


def _first(error: ValidationError) -> str:
    """The first thing that is wrong, with the value that was given."""
    found = error.errors(include_url=False)[0]
    where = ".".join(map(str, found["loc"]))
    return f"{where}: {found['msg']} (it is {found['input']!r})"
