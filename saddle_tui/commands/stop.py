"""`saddle-tui stop RUN`."""

import argparse

from saddle_runs.folder import find_run
from saddle_tui.ask import ask

HELP = "stop a run's engine in good order; `resume` goes on where it was"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "run", nargs="?", metavar="RUN", help="name, id or unique prefix; default: the newest"
    )


def run(arguments: argparse.Namespace) -> int:
    folder = find_run(arguments.home, arguments.run)
    ask(folder, "stop", {})
    print(f"{folder.id} is stopping; go on with: saddle-tui resume {folder.id}")
    return 0
