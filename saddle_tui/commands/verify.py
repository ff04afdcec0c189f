"""`saddle-tui verify RUN`."""

import argparse
import asyncio
from collections.abc import Iterator

from saddle_engine.adapters.git import Git
from saddle_engine.errors import JournalError, SaddleError
from saddle_engine.events import Record
from saddle_engine.types.base import Commit, Tree
from saddle_runs.folder import RunFolder
from saddle_runs.stores import repository
from saddle_runs.verify import Broken, Verifier
from saddle_runs.viewer import RunViewer
from saddle_tui.commands.run_argument import add_run, run_of
from saddle_tui.reading import open_viewer
from saddle_tui.text.safe import clean


def add(parser: argparse.ArgumentParser) -> None:
    add_run(parser)


def run(arguments: argparse.Namespace) -> int:
    folder = run_of(arguments)
    try:
        checked = verify(folder)
    except (Broken, JournalError) as error:
        print(clean(f"{folder.id}: BROKEN: {error}"))
        return 1
    print(clean(f"{folder.id}: {checked} records, every invariant holds"))
    return 0


def verify(folder: RunFolder) -> int:
    """How many records were checked.

    Raises:
        Broken: the first invariant that does not hold.
        JournalError: the file is damaged, or a record cannot be read.
    """
    git = Git(repository(folder))
    with open_viewer(folder) as viewer:
        viewer.check()
        verifier = Verifier(viewer.blob, lambda commit: _tree_of(git, commit))
        return verifier.check_all(_records(viewer))


def _records(viewer: RunViewer) -> Iterator[Record]:
    seq = 0
    while records := viewer.tail(seq):
        yield from records
        seq = records[-1].seq


def _tree_of(git: Git, commit: Commit) -> Tree | None:
    try:
        _, output = asyncio.run(git.run("rev-parse", f"{commit}^{{tree}}"))
    except SaddleError:
        return None
    return Tree(output.decode().strip())
