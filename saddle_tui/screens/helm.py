"""From a key that steers to a request, asking first where it cannot be undone."""

import argparse
from collections.abc import Callable
from functools import partial

from textual.screen import Screen

from saddle_tui import requests
from saddle_tui.actions import Action
from saddle_tui.keymap import key_of
from saddle_tui.limits import limit
from saddle_tui.requests import Request
from saddle_tui.screens.armed import Calm
from saddle_tui.screens.dialog import Prompt, Question
from saddle_tui.screens.messages import Asked
from saddle_tui.screens.questions import explained, limits_now, next_limit
from saddle_tui.screens.voice import Voice
from saddle_tui.seat import Role
from saddle_tui.stage import held
from saddle_tui.view import View

JUDGES = ("approve", "veto")


class Helm:
    """Requests leave it as messages; answers come back as words on the screen."""

    def __init__(self, screen: Screen[None], voice: Voice, monotonic: Callable[[], float]) -> None:
        self._screen, self._voice, self._monotonic = screen, voice, monotonic
        self.calm = Calm(monotonic)
        """Over the held patch that is looked at."""
        self._reasons: dict[str, str] = {}
        """Typed and not carried out yet, by patch: nothing that was typed is lost."""
        self._under_way: set[str] = set()

    def see(self, view: View, looks_at: str) -> None:
        """What is on the screen; keys that judge wait until it has been there for a moment."""
        read = view.patch_text is not None and view.patch_text.patch == view.patch
        seen = looks_at == "patch" and read and view.patch in held(view)
        self.calm.see(view.patch if seen else None)

    def steer(self, action: Action, view: View, role: Role, looks_at: str) -> None:
        """Ask for it, or say why not."""
        why_not = role.why_not or action.why_not(view) or self._hasty(action, view, looks_at)
        if why_not or action.ask is None:
            self._voice.tell(f"{action.title}: {why_not}")
            return
        request = action.ask(view)
        assert isinstance(request, Request)
        match action.id:
            case "approve" | "pause":
                self._send(request)
            case "veto":
                self._veto(request)
            case "limit":
                self._limit(view)
            case _:
                self._confirm(request, view)

    def typed(self, patch: str) -> str:
        """A reason for a veto that was typed and not carried out; empty for none."""
        return self._reasons.get(patch, "")

    def hear(self, request: Request, why_not: str) -> None:
        """What became of a request."""
        self._under_way.discard(request.words)
        self._voice.answer(request.words, why_not)
        if not why_not and request.verb == "veto":
            self._reasons.pop(request.arguments["patch"], None)

    def _hasty(self, action: Action, view: View, looks_at: str) -> str:
        if action.id not in JUDGES:
            return ""
        if looks_at != "patch":
            return f"look at {view.patch} first: press {key_of('patches')}"
        if not self.calm.armed(view.patch):
            return f"{view.patch} has only just appeared; look, then press {key_of(action.id)}"
        return ""

    def _send(self, request: Request) -> None:
        if request.words in self._under_way:
            return
        self._under_way.add(request.words)
        self._voice.ask(request.words)
        self._screen.post_message(Asked(request))

    def _confirm(self, request: Request, view: View) -> None:
        title = f"{request.words[0].upper()}{request.words[1:]}?"
        window = Question(title, explained(request, view), Calm(self._monotonic))
        self._screen.app.push_screen(window, lambda yes: self._send(request) if yes else None)

    def _veto(self, request: Request) -> None:
        patch = str(request.arguments["patch"])
        window = Prompt(
            f"Veto {patch}: why?",
            "The reason stays on record. Other rollouts go on; the patch is not checked.",
            self.typed(patch),
            lambda typed: "" if typed else "a veto needs a reason",
        )
        self._screen.app.push_screen(window, partial(self._vetoed, request, window))

    def _vetoed(self, request: Request, window: Prompt, reason: str | None) -> None:
        self._reasons[str(request.arguments["patch"])] = window.draft
        if reason is not None:
            arguments = {**request.arguments, "reason": reason}
            self._send(Request(request.verb, request.words, arguments, request.expect))

    def _limit(self, view: View) -> None:
        window = Prompt("Change a limit", limits_now(view), next_limit(view), _no_limit)
        self._screen.app.push_screen(window, partial(self._limited, view))

    def _limited(self, view: View, typed: str | None) -> None:
        if typed is not None:
            request = requests.limit(view, *limit(typed))
            assert isinstance(request, Request)
            self._send(request)


def _no_limit(typed: str) -> str:
    try:
        limit(typed)
    except argparse.ArgumentTypeError as error:
        return str(error)
    return ""
