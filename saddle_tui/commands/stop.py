"""`saddle-tui stop RUN`."""

import argparse
import sys
import time

from saddle_runs.folder import RunFolder, find_run, refuse_lone
from saddle_tui.ask import POLL_S, ask
from saddle_tui.hints import on_run
from saddle_tui.liveness import engine_alive

WAIT_S = 60.0


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "run", nargs="?", metavar="RUN", help="name, id or unique prefix; default: the newest"
    )


def run(arguments: argparse.Namespace) -> int:
    folder = find_run(arguments.home, arguments.run)
    refuse_lone(folder, "stop")
    ask(folder, "stop", {})
    if not _gone(folder):
        print(f"{folder.id} is stopping, but its engine is still at work", file=sys.stderr)
        return 1
    print(f"{folder.id} is stopped; go on with: {on_run(folder, 'resume')}")
    return 0


def _gone(folder: RunFolder) -> bool:
    """Whether the engine has left in time, so that a new one can take the run."""
    deadline = time.monotonic() + WAIT_S
    while engine_alive(folder):
        if time.monotonic() > deadline:
            return False
        time.sleep(POLL_S)
    return True
