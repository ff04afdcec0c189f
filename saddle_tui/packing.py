"""The last thing that an engine does for a run that is over: its harnesses go into its journal."""

import asyncio
import logging

from saddle_engine import events as ev
from saddle_engine.adapters.clock import SystemClock
from saddle_engine.adapters.gitpack import pack
from saddle_engine.errors import SaddleError
from saddle_engine.ports import Blobs
from saddle_engine.stages.book import Book
from saddle_engine.state import RunState
from saddle_engine.types.steering import RunStatus
from saddle_runs.finishing import finish
from saddle_runs.folder import RunFolder
from saddle_runs.journal import RunJournal
from saddle_runs.lock import hold
from saddle_runs.viewer import RunViewer

log = logging.getLogger(__name__)

OVER = {RunStatus.DONE, RunStatus.ABORTED}


async def pack_harnesses(folder: RunFolder, book: Book, blobs: Blobs) -> None:
    """Of a run that no engine works on again; one whose harnesses cannot be packed is over all the same."""
    if book.state.status not in OVER:
        return
    try:
        packed = await pack(folder.store)
    except SaddleError as error:
        log.warning("the harnesses stay in %s alone: %s", folder.store, error)
        return
    await book.append(ev.HarnessesPacked(pack=blobs.put(packed)))


def complete(folder: RunFolder) -> None:
    """See to what the engine of a run that is done may have left undone: killed at its very end, or older.

    Raises:
        RunLocked: an engine is at work.
        JournalError: the run cannot be written.
    """
    with RunViewer(folder.database, SystemClock()) as viewer:
        whole = viewer.packed() is not None
    if not whole:
        with (
            hold(folder.lock, SystemClock()),
            RunJournal(folder.database, SystemClock()) as journal,
        ):
            asyncio.run(_pack_late(folder, journal))
    finish(folder)


async def _pack_late(folder: RunFolder, journal: RunJournal) -> None:
    async with Book(journal, RunState().fold(journal.read())) as book:
        await pack_harnesses(folder, book, journal)
