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
from typing import Any, NoReturn

from saddle_engine.errors import ConfigError, SaddleError
from saddle_runs.home import find_home
from saddle_tui import __version__, garbage
from saddle_tui.text.safe import clean

COMMANDS = {
    "demo": "optimize the bundled harness with simulated models: offline, free, a minute or two",
    "run": "start a run from a configuration file and watch it",
    "attach": "watch and steer a run; `q` detaches and leaves it running",
    "replay": "watch a run again, from any of its moments, at any speed",
    "stop": "stop a run's engine in good order; `resume` goes on where it was",
    "resume": "go on with a run where its last engine left it",
    "runs": "all runs, the newest first",
    "show": "a run's numbers: scores, nodes, patches, lessons, what was spent",
    "report": "a run as one page with plots: HTML, or Markdown",
    "steer": "change a run: pause, phase, approve, veto, edit, hint, pin, limit, cancel, abort and more",
    "fork": "begin a new run with a node of another one, under the same configuration",
    "export": "take the harness of a node: as a folder, a patch, or a branch of your repository",
    "triage": "decide which patches of a run are taken home, and take them: as a series, a folder, a branch",
    "verify": "fold a run's journal again and check every invariant",
    "eval": "measure a harness on a split: Pass@1 with its spread, per family and per task",
    "estimate": "what a run will likely take: rollouts, tokens, USD, hours; nothing is spent",
    "doctor": "look at everything a run needs, and say how to get what is missing",
    "reset": "put this terminal right after a screen that was lost with its connection or killed",
    "engine": "internal: work on a run (started by run, demo and resume)",
}
"""What each module of `saddle_tui.commands` is for."""

STARTING = {"attach", "replay", "triage"}
"""What goes on starting until it shows a screen."""

EPILOG = """\
begin with:
  saddle-tui replay --example    look around in a recorded run
  saddle-tui demo                watch and steer a run with simulated models
  saddle-tui doctor CONFIG.toml  an agent of your own; then estimate and run it
  ssh -t HOST saddle-tui attach  a run elsewhere; the same if the line breaks

`saddle-tui COMMAND --help` has the options of each. Exit codes: 0 done, 1
failed, 2 wrong usage or configuration, 3 paused at a limit or by the provider,
4 aborted, 130 interrupted."""
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
    if not (sys.argv[1:] if arguments is None else arguments):
        _parser([]).print_help(sys.stderr)
        return USAGE
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # else it looks for some, for long
    with garbage.left():
        return _run(arguments)


def _run(arguments: Sequence[str] | None) -> int:
    chosen = _parser(_asked(arguments)).parse_args(arguments)
    chosen.home = find_home(chosen.home, os.environ, Path.cwd())
    if chosen.command not in STARTING:
        garbage.collect()
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
    """The commands whose modules are needed: one that is named, if any is. Some take long to import."""
    first = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    first.add_argument("--home")
    first.add_argument("command", nargs="?")
    try:
        command = first.parse_known_args(arguments)[0].command
    except argparse.ArgumentError:  # the whole parser will say it
        return [*COMMANDS]
    return [command] if command in COMMANDS else []


def _module(command: str) -> ModuleType:
    return import_module(f"saddle_tui.commands.{command}")


class _Parser(argparse.ArgumentParser):
    """Its complaints hold what was typed or pasted; nothing of it may act."""

    def error(self, message: str) -> NoReturn:
        super().error(clean(message))


def _parser(names: Sequence[str] = tuple(COMMANDS)) -> argparse.ArgumentParser:
    parser = _Parser(
        prog="saddle-tui",
        description="Watch and steer an optimizer that improves the harness of an LLM agent.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"saddle-tui {__version__}")
    parser.add_argument(
        "--home",
        type=Path,
        metavar="DIR",
        help="where runs are kept (default: .saddle, found upward)",
    )
    commands = parser.add_subparsers(
        dest="command", required=True, metavar="COMMAND", title="commands"
    )
    for name, what in COMMANDS.items():
        visible: dict[str, Any] = {} if name == "engine" else {"help": what}
        parser_of = commands.add_parser(name, description=what, **visible)
        if name in names:
            _module(name).add(parser_of)
    return parser
