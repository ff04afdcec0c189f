"""From a key that steers to a request, asking first where it cannot be undone."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from textual.screen import Screen

from saddle_tui import requests
from saddle_tui.actions import Action
from saddle_tui.asking.answers import after, done
from saddle_tui.asking.typed import completed, said
from saddle_tui.keymap import key_of
from saddle_tui.requests import Request
from saddle_tui.screens.armed import Calm
from saddle_tui.screens.dialog import Form, Question
from saddle_tui.screens.menu import Menu
from saddle_tui.screens.menus import MENUS, asked_by, choices, not_chosen
from saddle_tui.screens.messages import Asked
from saddle_tui.screens.questions import question
from saddle_tui.screens.voice import Voice
from saddle_tui.seat import Role
from saddle_tui.stage import held
from saddle_tui.view import View

JUDGES = ("approve", "veto", "edit", "defer")


class Helm:
    """Requests leave it as messages; answers come back as words on the screen."""

    def __init__(self, screen: Screen[None], voice: Voice, monotonic: Callable[[], float]) -> None:
        self._screen, self._voice, self._monotonic = screen, voice, monotonic
        self.calm = Calm(monotonic)
        """Over the held patch that is looked at."""
        self._drafts: dict[str, Mapping[str, str]] = {}
        """Typed and not carried out yet, by topic: nothing that was typed is lost."""
        self.edit: Callable[[Request], None] = lambda request: None
        """Opens the operator's editor on the patch of a request."""
        self._under_way: dict[str, str] = {}
        """Topics by the words of what is asked."""

    def see(self, view: View, *, looks: bool) -> None:
        """What is on the screen; keys that judge wait until it has been there for a moment.

        Args:
            view: of this moment.
            looks: the patch is on the screen, and one is at it.
        """
        read = view.patch_text is not None and view.patch_text.patch == view.patch
        self.calm.see(view.patch if looks and read and view.patch in held(view) else None)

    def steer(self, action: Action, view: View, role: Role, *, looks: bool, text: str = "") -> None:
        """Ask for it, or say why not.

        Args:
            action: one that steers.
            view: of this moment.
            role: whether this screen may.
            looks: the patch is on the screen, and one is at it.
            text: what stands behind the action's name on the command line.
        """
        why_not = role.why_not or self.why_not(action, view, text)
        ask = said(action, text)
        if why_not := why_not or self._hasty(action, view, looks=looks):
            self._voice.tell(f"{action.title}: {why_not}")
        elif action.id in MENUS:
            self._menu(action, view, text)
        elif ask is not None and action.id == "edit":
            self.edit(_made(ask(view)))
        elif ask is not None:
            self._ask(action, _made(ask(view)), view, at_once=bool(text))

    def why_not(self, action: Action, view: View, text: str = "") -> str:
        """Why it cannot be done now, with what stands behind its name; empty when it can."""
        if action.id in MENUS:
            return not_chosen(action, view, text)
        ask = said(action, text)
        return requests.why_not(ask, view) if ask is not None else action.why_not(view)

    def draft(self, topic: str) -> Mapping[str, str]:
        """What was typed about a topic such as `veto p7` and not carried out."""
        return self._drafts.get(topic, {})

    def hear(self, request: Request, why_not: str, view: View, told: str = "") -> None:
        """What became of a request; `told` is what there is to know when it was carried out."""
        topic = self._under_way.pop(request.words, "")
        why_not_ = f"{why_not}{after(request, why_not, view)}"
        self._voice.answer(request.words, why_not_, told or done(request))
        if not why_not:
            self._drafts.pop(topic, None)

    def waits(self, words: str) -> bool:
        """It was asked and is not answered yet."""
        return words in self._under_way

    def send(self, request: Request, topic: str = "") -> None:
        """Hand it on, once, and each that is sent with it."""
        for each in request.each():
            if each.words not in self._under_way:
                self._under_way[each.words] = topic or each.topic
                self._voice.ask(each.words)
                self._screen.post_message(Asked(each))

    def _hasty(self, action: Action, view: View, *, looks: bool) -> str:
        if action.id not in JUDGES:
            return ""
        if not looks:
            return f"look at {view.patch} first: press {key_of('patches')}"
        if not self.calm.armed(view.patch):
            return f"{view.patch} has only just appeared; look, then press {key_of(action.id)}"
        return ""

    def _menu(self, action: Action, view: View, text: str) -> None:
        word, _, reason = text.partition(" ")
        if not text:
            menu = Menu(MENUS[action.id][0], choices(action.id, view))
            self._screen.app.push_screen(menu, partial(self._chosen, action, view))
        else:
            self._chosen(action, view, (word, reason.strip()))

    def _chosen(self, action: Action, view: View, choice: tuple[str, str] | None) -> None:
        if choice is None or (ask := asked_by(action.id, choice[0])) is None:
            return
        request = requests.why_not(ask, view) or ask(view)
        if isinstance(request, str):
            self._voice.tell(f"{action.title}: {request}")
        else:
            self.send(replace(request, reason=choice[1]))

    def _ask(self, action: Action, request: Request, view: View, *, at_once: bool) -> None:
        """Ask the operator where it needs a word, then the engine.

        Args:
            action: one that steers.
            request: what it asks for.
            view: of this moment.
            at_once: all is said; only what needs a word to make sure is asked.
        """
        asked = question(action.id, request, view)
        if asked is None or (at_once and not any(each.confirms for each in asked.fields)):
            self.send(request)
            return
        form = Form(self._drafted(asked, request.topic), Calm(self._monotonic))
        self._screen.app.push_screen(form, partial(self._typed, request, view, form))

    def _drafted(self, asked: Question, topic: str) -> Question:
        drafts = self.draft(topic)
        fields = [replace(each, draft=drafts.get(each.name, each.draft)) for each in asked.fields]
        return replace(asked, fields=tuple(fields))

    def _typed(
        self, request: Request, view: View, form: Form, typed: Mapping[str, str] | None
    ) -> None:
        self._drafts[request.topic] = form.kept
        if typed is not None:
            self.send(_made(completed(request, typed, view)), request.topic)


def _made(request: Request | str) -> Request:
    assert isinstance(request, Request)
    return request
