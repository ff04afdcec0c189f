"""`saddle-tui`: the command line."""

import argparse
import io
import logging
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import NoReturn

from saddle_engine.errors import ConfigError, SaddleError
from saddle_runs.home import find_home
from saddle_tui import __version__
from saddle_tui.text.safe import clean

COMMANDS = (
    "demo", "run", "attach", "stop", "resume", "runs", "show", "steer", "fork", "export", "verify", "eval",
    "estimate", "doctor", "reset", "engine",
)  # fmt: skip
"""Each is a module of `saddle_tui.commands`."""

FAILED, USAGE, INTERRUPTED = 1, 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code.

    0 done, 1 failed, 2 usage or configuration, 3 stopped by a limit, 4 aborted, 130 interrupted.
    """
    os.umask(0o077)
    if isinstance(sys.stdout, io.TextIOWrapper):  # a terminal or pipe that cannot say everything
        sys.stdout.reconfigure(errors="backslashreplace")
    logging.basicConfig(
        level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    chosen = _parser(_asked(arguments)).parse_args(arguments)
    chosen.home = find_home(chosen.home, os.environ, Path.cwd())
    try:
        code: int = _module(chosen.command).run(chosen)
    except ConfigError as error:
        return _complain(error, USAGE)
    except SaddleError as error:
        return _complain(error, FAILED)
    except BrokenPipeError:
        _hush()
        return FAILED
    except OSError as error:  # a path that no system takes, or a full disk behind our output
        if error.filename is None:
            _hush()
        return _complain(SaddleError(error), FAILED)
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _hush() -> None:
    """What is still to be printed goes nowhere, also when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(error: SaddleError, code: int) -> int:
    print(f"saddle-tui: {clean(error)}", file=sys.stderr)
    return code


def _asked(arguments: Sequence[str] | None) -> Sequence[str]:
    """The commands whose modules are needed: one that is named, else all. Some take long to import."""
    first = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    first.add_argument("--home")
    first.add_argument("command", nargs="?")
    try:
        command = first.parse_known_args(arguments)[0].command
    except argparse.ArgumentError:  # the whole parser will say it
        command = None
    return [command] if command in COMMANDS else COMMANDS


def _module(command: str) -> ModuleType:
    return import_module(f"saddle_tui.commands.{command}")


class _Parser(argparse.ArgumentParser):
    """Its complaints hold what was typed or pasted; nothing of it may act."""

    def error(self, message: str) -> NoReturn:
        super().error(clean(message))


def _parser(names: Sequence[str] = COMMANDS) -> argparse.ArgumentParser:
    parser = _Parser(
        prog="saddle-tui",
        description="Watch and steer an optimizer that improves the harness of an LLM agent.",
        epilog="Begin with `demo`; for an agent of your own with `doctor CONFIG.toml`, `estimate "
        "CONFIG.toml` and `run CONFIG.toml`. Exit codes: 0 done, 1 failed, 2 wrong usage or "
        "configuration, 3 paused at a limit or by the provider, 4 aborted, 130 interrupted.",
    )
    parser.add_argument("--version", action="version", version=f"saddle-tui {__version__}")
    parser.add_argument(
        "--home",
        type=Path,
        metavar="DIR",
        help="where runs are kept (default: .saddle, found upward)",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in names:
        module = _module(name)
        visible = {} if name == "engine" else {"help": module.HELP}
        module.add(commands.add_parser(name, description=module.HELP, **visible))
    return parser
