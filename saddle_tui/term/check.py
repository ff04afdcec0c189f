"""Whether this terminal can show the screen at all."""

import codecs
import locale
import os
from collections.abc import Mapping

from saddle_engine.errors import ConfigError

INSTEAD = "use --headless, or `saddle-tui show` for a run's numbers"


def check_terminal(environ: Mapping[str, str], encoding: str) -> None:
    """Refuse, in a sentence, a terminal that would show a broken screen.

    Raises:
        ConfigError: it cannot move its cursor, does not read UTF-8, or is no terminal.
    """
    if not all(map(os.isatty, (0, 1, 2))):
        raise ConfigError(f"the screen needs a terminal for input and output; {INSTEAD}")
    if environ.get("TERM", "") in {"", "dumb", "unknown"}:
        kind = environ.get("TERM") or "not set"
        raise ConfigError(
            f"the screen needs a terminal that can move its cursor (TERM is {kind}); {INSTEAD}"
        )
    if not _utf8(encoding):
        raise ConfigError(
            f"the screen needs UTF-8, and the locale says {encoding}; set LANG=C.UTF-8, or {INSTEAD}"
        )


def terminal_encoding() -> str:
    """What the locale says that the terminal reads; UTF-8 mode of Python does not change it."""
    try:
        locale.setlocale(locale.LC_CTYPE, "")
    except locale.Error:
        return "ASCII"
    return locale.nl_langinfo(locale.CODESET)


def _utf8(encoding: str) -> bool:
    try:
        return codecs.lookup(encoding).name == "utf-8"
    except LookupError:
        return False
