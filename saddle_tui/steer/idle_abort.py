"""Giving up a run that nobody works on: for a moment this process is its engine."""

import asyncio

from saddle_engine.adapters.clock import SystemClock
from saddle_engine.commands import Command
from saddle_engine.stages.inbox import accepted
from saddle_engine.stages.tries import abandoned
from saddle_engine.state import RunState
from saddle_engine.steering import decide
from saddle_runs.folder import RunFolder
from saddle_runs.journal import RunJournal
from saddle_runs.lock import hold
from saddle_tui.packing import complete


def abort_idle(folder: RunFolder, command: Command) -> str:
    """Journal it; why it cannot be done, or empty. Calls of an engine that died are charged at their worst.

    Raises:
        RunLocked: an engine has taken the run meanwhile.
        JournalError: its database cannot be used.
    """
    clock = SystemClock()
    with hold(folder.lock, clock), RunJournal(folder.database, clock) as journal:
        state = RunState().fold(journal.read())
        decision = decide(state, command)
        if isinstance(decision, str):
            return decision
        lost = map(abandoned, state.books.reserved.values())
        asyncio.run(journal.append(*lost, accepted(command), *decision))
    complete(folder)
    return ""
