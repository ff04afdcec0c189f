"""Asks a running engine for something and waits for its word."""

import threading
import time
import uuid
from typing import Any

from saddle_engine.commands import Command, Verb
from saddle_engine.errors import SaddleError
from saddle_engine.types.steering import RunStatus
from saddle_runs.control import ControlBox
from saddle_runs.folder import RunFolder
from saddle_tui.aborted import why_over
from saddle_tui.actor import actor as own_name
from saddle_tui.hints import on_run
from saddle_tui.liveness import engine_alive
from saddle_tui.reading import read_state

WAIT_S = 10.0
POLL_S = 0.05


class NotDone(SaddleError):
    """The engine refused, or there is none."""


def ask(
    folder: RunFolder,
    verb: Verb,
    arguments: dict[str, Any],
    *,
    actor: str = "",
    reason: str = "",
    expect: dict[str, Any] | None = None,
    wait_s: float = WAIT_S,
) -> None:
    """Send a command; with `wait_s` above 0, wait for the engine's answer.

    Args:
        folder: the run's.
        verb: what to do.
        arguments: of the verb; see `Command`.
        actor: who asks; the user of this process by default.
        reason: why.
        expect: what the operator saw.
        wait_s: seconds.

    Raises:
        NotDone: no engine is at work, it refused, or it did not answer in time.
    """
    command = Command(
        id=uuid.uuid4().hex,
        verb=verb,
        arguments=arguments,
        actor=actor or own_name(),
        reason=reason,
        expect=expect or {},
    )
    send(folder, command, wait_s=wait_s)


def send(
    folder: RunFolder,
    command: Command,
    *,
    wait_s: float = WAIT_S,
    given_up: threading.Event | None = None,
) -> None:
    """Send a command; with `wait_s` above 0, wait for the engine's answer, or until `given_up` is set.

    Raises:
        NotDone: no engine is at work, it refused, or it did not answer in time.
        JournalError: `control.db` cannot be used.
    """
    if not engine_alive(folder):
        raise NotDone(idle(folder, command.verb))
    with ControlBox(folder.control) as box:
        box.send(command)
        if wait_s > 0:
            _wait(folder, box, command, wait_s, given_up or threading.Event())


def idle(folder: RunFolder, verb: Verb) -> str:
    """Why nobody can be asked, and what can be done instead."""
    named = f"{folder.name} ({folder.id})"
    state = read_state(folder)
    if over := why_over(state):
        return over
    if state.status is RunStatus.DONE:
        return f"{named} is done: nothing is left to steer or stop"
    if verb == "stop":
        return f"no engine is at work on {named}: there is nothing to stop"
    return f"no engine is at work on {named}; start one with: {on_run(folder, 'resume')}"


def _wait(
    folder: RunFolder,
    box: ControlBox,
    command: Command,
    wait_s: float,
    given_up: threading.Event,
) -> None:
    deadline, gone = time.monotonic() + wait_s, False
    while (answer := box.answer_of(command.id)) is None:
        if gone:
            raise NotDone(idle(folder, command.verb))
        gone = not engine_alive(folder)  # its last answer may have come in between
        if time.monotonic() > deadline:
            raise NotDone(f"the engine did not answer {command.verb} within {wait_s:g} s")
        if given_up.wait(POLL_S):
            raise NotDone(f"{command.verb} was asked; nobody waited for the answer")
    if not answer.accepted:
        raise NotDone(f"{command.verb} was refused: {answer.reason}")
