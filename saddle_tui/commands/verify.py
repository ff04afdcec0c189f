"""`saddle-tui verify RUN`."""

import argparse

from saddle_runs.verify import first_broken

from saddle_engine.errors import JournalError
from saddle_runs.folder import find_run
from saddle_tui.reading import open_viewer
from saddle_tui.text.safe import clean

HELP = "fold a run's journal again and check every invariant"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "run", nargs="?", metavar="RUN", help="name, id or unique prefix; default: the newest"
    )


def run(arguments: argparse.Namespace) -> int:
    folder = find_run(arguments.home, arguments.run)
    with open_viewer(folder) as viewer:
        try:
            checked, broken = first_broken(viewer, folder.store)
        except JournalError as error:
            checked, broken = 0, str(error)
    if broken:
        print(clean(f"{folder.id}: BROKEN: {broken}"))
        return 1
    print(clean(f"{folder.id}: {checked} records, every invariant holds"))
    return 0
