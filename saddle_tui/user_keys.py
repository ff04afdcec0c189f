"""The operator's own keys: a TOML file with lines such as `pause = "f5"` or `help = ["?", "f2"]`."""

import argparse
import difflib
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from saddle_engine.errors import ConfigError
from saddle_tui import keymap
from saddle_tui.keynames import parse

VARIABLE = "SADDLE_KEYS"
MAX_BYTES = 100_000


def add(parser: argparse.ArgumentParser) -> None:
    """The option of commands that open the screen."""
    parser.add_argument(
        "--keys",
        type=Path,
        metavar="FILE",
        help="your own keys (default: keys.toml in $XDG_CONFIG_HOME/saddle-tui)",
    )


def choose(path: Path | None) -> None:
    """Take this file when the screen opens; None for the usual one.

    Raises:
        ConfigError: it is not there.
    """
    if path is None:
        return
    if not path.is_file():
        raise ConfigError(f"--keys {path}: there is no such file; give a TOML file of keys")
    os.environ[VARIABLE] = str(path.resolve())


def where(environ: Mapping[str, str]) -> Path:
    """The file, which need not exist."""
    if chosen := environ.get(VARIABLE):
        return Path(chosen)
    config = environ.get("XDG_CONFIG_HOME") or str(Path(environ.get("HOME", "/")) / ".config")
    return Path(config) / "saddle-tui" / "keys.toml"


def load(environ: Mapping[str, str]) -> list[str]:
    """Use the file's keys from now on; what is wrong with it, a sentence each. Hostile text is possible."""
    from saddle_tui.actions.linting import complaints

    path = where(environ)
    if not (environ.get(VARIABLE) or path.exists()):
        return []
    changed, wrong = read(path)
    keymap.use(changed)
    return [f"{path.name}: {each}" for each in [*wrong, *complaints(keymap.KEYS)]]


def read(path: Path) -> tuple[dict[str, tuple[str, ...]], list[str]]:
    """Keys by action, and what was left out of them."""
    try:
        with path.open("rb") as file:
            table = tomllib.loads(file.read(MAX_BYTES).decode())
    except (OSError, ValueError, RecursionError) as error:
        return {}, [f"cannot be read ({error}); the keys are the usual ones"]
    changed, wrong = {}, []
    for action, keys in table.items():
        if isinstance(found := _keys(action, keys), str):
            wrong.append(found)
        else:
            changed[action] = found
    return changed, wrong


def _keys(action: str, keys: Any) -> tuple[str, ...] | str:
    """The keys, or what is wrong."""
    if action not in keymap.DEFAULTS:
        near = difflib.get_close_matches(action, keymap.DEFAULTS, 1)
        hint = f"did you mean {near[0]}?" if near else "press ? for all of them"
        return f"no action is called {action!r}; {hint}"
    spelt = [keys] if isinstance(keys, str) else keys
    if not isinstance(spelt, list) or not all(isinstance(each, str) for each in spelt):
        return f"{action} needs a key or a list of keys, not {keys!r}"
    found = [(each, parse(each)) for each in spelt]
    if unknown := [each for each, key in found if key is None]:
        return f"{action}: no key is called {unknown[0]!r}; write it as the help does, such as Ctrl-P or F5"
    return tuple(key for _, key in found if key is not None)
