"""`saddle-tui attach RUN`."""

import argparse
import sys

from saddle_engine.errors import ConfigError
from saddle_runs.folder import find_run

HELP = "watch a run; `q` detaches and leaves it running"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "run", nargs="?", metavar="RUN", help="name, id or unique prefix; default: the newest"
    )


def run(arguments: argparse.Namespace) -> int:
    folder = find_run(arguments.home, arguments.run)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ConfigError("attach needs a terminal; use `saddle-tui show` for a run's numbers")
    from saddle_tui.watch import attach

    return attach(folder)
