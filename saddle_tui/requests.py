"""What a steering key asks the engine for: a command before it is sent, with what the operator saw then."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from saddle_engine.commands import Command, Verb
from saddle_engine.steering import decide
from saddle_engine.types.steering import RunStatus
from saddle_tui.aborted import why_over
from saddle_tui.hints import on_run
from saddle_tui.keymap import key_of
from saddle_tui.view import View

STILL_TO_COME = "text that is still to be typed"
"""Stands for what the operator will type, while it is asked whether a command would be accepted at all."""
LONGEST_NAME, LONGEST_REASON = 100, 1000
REASON, CONFIRMED, NAME = "reason", "confirmed", "name"
"""Names of typed fields; the first two are no arguments."""


@dataclass(frozen=True)
class Request:
    """A command before it is sent."""

    verb: Verb
    words: str
    """For people: `approve p7`. Hostile text is possible."""
    arguments: Mapping[str, Any] = field(default_factory=dict)
    expect: Mapping[str, Any] = field(default_factory=dict)
    reason: str = ""
    """Why, in the operator's words."""
    also: tuple[Request, ...] = ()
    """Others that are sent with it."""

    def command(self, actor: str = "operator") -> Command:
        """To be sent once; sent again it changes nothing. `actor`: who asks, for the journal."""
        return Command(
            id=uuid.uuid4().hex,
            verb=self.verb,
            arguments=dict(self.arguments),
            actor=actor[:LONGEST_NAME],
            reason=self.reason[:LONGEST_REASON],
            expect=dict(self.expect),
        )

    def filled(self, typed: Mapping[str, str]) -> Request:
        """With what the operator typed, by the name of an argument or `reason`."""
        given = {name: text for name, text in typed.items() if name not in (REASON, CONFIRMED)}
        reason = typed.get(REASON, self.reason)
        also = tuple(each.filled(typed) for each in self.also)
        return replace(self, arguments={**self.arguments, **given}, reason=reason, also=also)

    def each(self) -> Iterator[Request]:
        """It and the others, one by one."""
        yield replace(self, also=())
        yield from self.also

    @property
    def topic(self) -> str:
        """What it is about before anything is typed: `veto p7`, `limit`."""
        about = (self.arguments.get(name, "") for name in ("patch", "rollout", "what", "node"))
        return " ".join(filter(None, (self.verb, *about)))


Ask = Callable[[View], Request | str]
"""The request, or why there is none to be made."""


def _start(view: View) -> str:
    return "start one with" if cannot_resume(view) else f"press {key_of('revive')}, or type"


def cannot_resume(view: View) -> str:
    """Why no new engine can take the run now; empty when one can."""
    if view.folder.file is not None:
        return "it goes on in its own home alone"
    if view.engine.alive:
        return "an engine is at work on the run"
    if view.state.run is None or view.behind:
        return "the journal is still being read"
    if view.state.status is RunStatus.DONE:
        return "the run is done: nothing is left to do"
    return why_over(view.state)


def why_not(ask: Ask, view: View) -> str:
    """Why it cannot be asked for now, as the engine would say; empty when it can."""
    request = ask(view)
    if isinstance(request, Request) and request.verb == "fork":
        return ""  # it begins a run of its own, whatever became of this one
    if view.state.status is RunStatus.DONE:
        return "the run is done: nothing is left to steer"
    if view.state.status is RunStatus.ABORTED:
        return "the run was aborted: nothing is left to steer"
    if not view.engine.alive:
        return f"no engine is at work; {_start(view)}: {on_run(view.folder, 'resume')}"
    if isinstance(request, str):
        return request
    decided = decide(view.state, request.command())
    return decided if isinstance(decided, str) else ""
