"""Opens a desk for an agent, and begins again when a resumed session differs from its recording."""

import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from saddle_engine.agents.desk import AgentName, Desk
from saddle_engine.errors import SessionDiverged
from saddle_engine.stages.parts import Parts
from saddle_engine.stages.refusals import heed_refusals
from saddle_engine.types.base import SessionId

T = TypeVar("T")

LETTERS: dict[AgentName, str] = {"diagnosis": "d", "evolution": "e", "reflection": "f"}
MAX_TRIES = 3


async def with_desk(
    parts: Parts, agent: AgentName, iteration: int, work: Callable[[Desk], Awaitable[T]]
) -> T:
    """Run one session of an agent at a fresh staging folder.

    Raises:
        SessionDiverged: it differed from its recording at every try.
        LimitStop: the provider refuses one session after the other, and nobody waits.
        ModelError, JournalError: see `run_session`.
    """
    session = session_id(parts, agent, iteration)
    known = parts.state.sessions.get(session)
    first, live = (known.started.tries, known.outcome is None) if known else (1, True)
    for tries in range(first, first + MAX_TRIES):
        desk = _desk(parts, agent, session, iteration, tries)
        try:
            with parts.book.hands.at_work(session):
                done = await work(desk)
        except SessionDiverged:
            if tries == first + MAX_TRIES - 1:
                raise
            continue
        finally:
            shutil.rmtree(desk.folder, ignore_errors=True)
        if live:  # what is only read again was heeded then
            await heed_refusals(parts)
        return done
    raise AssertionError("unreachable")


def session_id(parts: Parts, agent: AgentName, iteration: int) -> SessionId:
    """The id of an agent's session in an iteration; there is at most one of each."""
    state = parts.state
    known = state.session_of.get((agent, iteration))
    return known or SessionId(f"{LETTERS[agent]}{state.session_count[agent] + 1}")


def _desk(parts: Parts, agent: AgentName, session: SessionId, iteration: int, tries: int) -> Desk:
    folder = Path(parts.private / "sessions" / session)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return Desk(
        calls=parts.calls,
        model_id=parts.optimizer_id,
        journal=parts.book,
        blobs=parts.blobs,
        session=session,
        iteration=iteration,
        tries=tries,
        run_seed=parts.seed,
        recorded=parts.book.read(subject=session),
        folder=folder,
    )
