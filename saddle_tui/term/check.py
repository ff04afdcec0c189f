"""Whether this terminal can show the screen at all."""

import os
from collections.abc import Mapping

from saddle_engine.errors import ConfigError

INSTEAD = (
    "without a screen there are `saddle-tui show`, `report` and `triage --list`, "
    "and --headless of `run`, `demo` and `resume`"
)


def check_terminal(environ: Mapping[str, str]) -> None:
    """Refuse, in a sentence, a terminal that would show a broken screen.

    Raises:
        ConfigError: it cannot move its cursor, is no terminal, or is another program's at this moment.
    """
    if not all(map(os.isatty, (0, 1, 2))):
        raise ConfigError(f"the screen needs a terminal for input and output; {INSTEAD}")
    if environ.get("TERM", "") in {"", "dumb", "unknown"}:
        kind = environ.get("TERM") or "not set"
        raise ConfigError(
            f"the screen needs a terminal that can move its cursor (TERM is {kind}); {INSTEAD}"
        )
    if in_background():
        raise ConfigError(
            f"the screen cannot open in the background: bring it to the front with `fg`; {INSTEAD}"
        )


def in_background(descriptor: int = 0) -> bool:
    """Whether the terminal belongs to another job of its shell: writing modes to it would disturb that one."""
    try:
        return os.tcgetpgrp(descriptor) != os.getpgrp()
    except OSError:  # a terminal that controls nobody, as in a container
        return False
