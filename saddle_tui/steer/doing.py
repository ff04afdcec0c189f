"""Carrying a command out, or only saying what it would do."""

import time
from dataclasses import dataclass, replace
from typing import Any

from saddle_engine import events as ev
from saddle_engine.commands import Command
from saddle_engine.state import RunState
from saddle_engine.steering import decide
from saddle_engine.steering.seen import stale
from saddle_engine.types.base import PatchId
from saddle_runs.folder import RunFolder
from saddle_runs.viewer import RunViewer
from saddle_tui.ask import POLL_S, NotDone, idle, send
from saddle_tui.liveness import engine_alive
from saddle_tui.reading import catch_up
from saddle_tui.steer.already import already
from saddle_tui.steer.idle_abort import abort_idle
from saddle_tui.steer.outcome import standing

CHECK_S = 120.0
"""How long the check of an edited patch is waited for: it is imported in a box."""


@dataclass(frozen=True)
class Desk:
    """Where a command is carried out."""

    folder: RunFolder
    viewer: RunViewer
    state: RunState
    """As the journal had it when it was read last."""
    dry: bool
    """Send nothing."""

    @property
    def alive(self) -> bool:
        """An engine is at work."""
        return engine_alive(self.folder)


@dataclass(frozen=True)
class Done:
    """What came of a command."""

    folder: RunFolder
    command: Command
    dry: bool
    state: dict[str, Any]
    """How that stands now which it was about; after a dry run, how it would stand."""
    changed: bool = False
    problem: str = ""
    """Why it was not done; empty when it was, would be, or was so already. Hostile text is possible."""
    note: str = ""
    """What was so already. Hostile text is possible."""

    def facts(self) -> dict[str, Any]:
        """The object of `steer --json`."""
        return {
            "run": self.folder.id,
            "name": self.folder.name,
            "verb": self.command.verb,
            "about": self.command.about,
            "actor": self.command.actor,
            "reason": self.command.why,
            "dry_run": self.dry,
            "accepted": not self.problem,
            "changed": self.changed,
            "problem": self.problem or None,
            "state": self.state,
        }


def carry_out(desk: Desk, command: Command) -> Done:
    """Send a command to the engine and wait until it is done; in a dry run, only decide.

    Raises:
        JournalError: the run cannot be read, or not be written to.
        ConfigError: the command is too long.
    """
    problem = stale(desk.state, command)
    note = "" if problem else already(desk.state, command, alive=desk.alive)
    if not problem and not note:
        problem = _decided(desk, command) if desk.dry else _sent(desk, command)
    changed = not problem and not note
    note = note and f"{note} already"
    return replace(standing_done(desk, command), changed=changed, problem=problem, note=note)


def standing_done(desk: Desk, command: Command) -> Done:
    """As it stands, with nothing changed."""
    now = standing(desk.state, command, alive=desk.alive)
    return Done(desk.folder, command, desk.dry, now)


def _decided(desk: Desk, command: Command) -> str:
    """Why it would not be done; what it would do is applied to the state."""
    if not desk.alive and command.verb != "abort":
        return idle(desk.folder, command.verb)
    decision = decide(desk.state, command)
    if isinstance(decision, str):
        return decision
    for event in decision:
        desk.state.apply(ev.Record(seq=desk.state.seq + 1, at=desk.state.at, event=event))
    return ""


def _sent(desk: Desk, command: Command) -> str:
    if command.verb == "abort" and not desk.alive:
        problem = abort_idle(desk.folder, command)
        catch_up(desk.viewer, desk.state)
        return problem
    try:
        send(desk.folder, command)
    except NotDone as why:
        catch_up(desk.viewer, desk.state)
        return str(why)
    if command.verb == "edit":
        return _checked(desk, PatchId(str(command.arguments["patch"])))
    catch_up(desk.viewer, desk.state)
    return ""


def _checked(desk: Desk, patch: PatchId) -> str:
    """Why an edited patch would not do; empty once it waits as a patch of its own."""
    deadline = time.monotonic() + CHECK_S
    while time.monotonic() < deadline:
        for record in desk.viewer.tail(desk.state.seq):
            desk.state.apply(record)
            event = record.event
            if isinstance(event, ev.EditRefused) and event.patch == patch:
                return f"the edit of {patch} will not do: {event.reason}"
            if isinstance(event, ev.PatchProposed) and event.edit_of == patch:
                catch_up(desk.viewer, desk.state)
                return ""
        time.sleep(POLL_S)
    return f"the edit of {patch} is still being checked; `show` will say what came of it"
