"""Commands of operators, taken four times a second and turned into events."""

from saddle_engine import events as ev
from saddle_engine.commands import Command
from saddle_engine.ports import Blobs, Clock, Inbox
from saddle_engine.stages.book import Book
from saddle_engine.stages.edits import stored
from saddle_engine.state import RunState
from saddle_engine.steering import Decision, decide

POLL_S = 0.25
UNHEARD = "the engine that was asked ended before it answered; ask again"


class StopAsked(Exception):
    """The operator wants this engine to end; the run can be resumed, unless it was aborted."""


def dismiss(book: Book, inbox: Inbox) -> None:
    """Refuse what an engine that died was asked: nobody was told that it would still be done."""
    while left := [each for each in inbox.pending() if each.id not in book.state.commands]:
        for command in left:
            inbox.answer(command.id, accepted=False, reason=UNHEARD)


async def serve(book: Book, blobs: Blobs, inbox: Inbox, clock: Clock) -> None:
    """Answer commands until cancelled; texts that they bring are kept in `blobs`.

    Raises:
        StopAsked: on the commands `stop` and `abort`, after they were journalled.
    """
    while True:
        for command in inbox.pending():
            await _answer(book, blobs, inbox, command)
        await clock.sleep(POLL_S)


async def _answer(book: Book, blobs: Blobs, inbox: Inbox, command: Command) -> None:
    if (known := book.state.commands.get(command.id)) is not None:
        inbox.answer(command.id, accepted=not known, reason=known)
        return
    async with book.deciding:
        decision = _decision(book.state, command, blobs)
        if isinstance(decision, str):
            refused = ev.CommandRefused(command=command.id, verb=command.verb, reason=decision)
            await book.append(refused)
            inbox.answer(command.id, accepted=False, reason=refused.reason)
            return
        await book.append(accepted(command), *decision)
    inbox.answer(command.id, accepted=True)
    if command.verb in {"stop", "abort"}:
        raise StopAsked


def _decision(state: RunState, command: Command, blobs: Blobs) -> Decision:
    asked = stored(command, blobs) if command.verb == "edit" else command
    return asked if isinstance(asked, str) else decide(state, asked)


def accepted(command: Command) -> ev.CommandAccepted:
    """How a command that is carried out stands in the journal."""
    return ev.CommandAccepted(
        command=command.id,
        verb=command.verb,
        actor=command.actor,
        about=command.about,
        reason=command.why,
    )
