"""RUN on the command line: a run of the home, the path of a file, or `--example`."""

import argparse

from saddle_engine.errors import ConfigError
from saddle_runs.folder import RunFolder, find_run, list_runs
from saddle_tui.example import example

HELP = "name, id or unique prefix, or the path of a run's folder or file; default: the newest"


def add_run(parser: argparse.ArgumentParser, *, metavar: str = "RUN", help: str = HELP) -> None:
    """The run that a command only reads; `run_of` finds it."""
    parser.add_argument("run", nargs="?", metavar=metavar, help=help)
    parser.add_argument(
        "--example", action="store_true", help="the recorded demo run that ships with saddle-tui"
    )


def run_of(arguments: argparse.Namespace) -> RunFolder:
    """The run that was named.

    Raises:
        ConfigError: there is no such run, or two were named.
        JournalError: the file cannot be opened.
    """
    if not arguments.example:
        return _of_home(arguments)
    if arguments.run:
        raise ConfigError(f"{arguments.run} and --example name two runs; give one")
    return example(arguments.home)


def _of_home(arguments: argparse.Namespace) -> RunFolder:
    """Where there is none yet, there is the example."""
    try:
        return find_run(arguments.home, arguments.run)
    except ConfigError as error:
        if list_runs(arguments.home) or "/" in (arguments.run or ""):
            raise
        raise ConfigError(f"{error}, or look at the one that ships: --example") from None
