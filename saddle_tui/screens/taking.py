"""What a decision on a patch needs more than a key for: a line to be typed, an editor."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from saddle_engine.errors import SaddleError
from saddle_engine.types.base import PatchId
from saddle_tui.deciding import words
from saddle_tui.deciding.clerk import Clerk
from saddle_tui.editing import Draft
from saddle_tui.keymap import key_of
from saddle_tui.requests import REASON
from saddle_tui.screens.armed import Calm
from saddle_tui.screens.asked import WHY
from saddle_tui.screens.dialog import Field, Form, Question
from saddle_tui.screens.editing import changes, in_window
from saddle_tui.screens.taking_home import Home
from saddle_tui.term.handing import hand_over
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.triage.changing import draft_of_conflicts, draft_of_edit, edit, resolve
from saddle_tui.triage.composing import composition_of
from saddle_tui.triage.desk import Desk
from saddle_tui.view import View

if TYPE_CHECKING:
    from saddle_tui.screens.main import MainScreen

TEXT = "text"
LONGEST = 10_000
"""Characters of a comment."""
Made = TypeVar("Made")
Hand = Callable[[Sequence[str]], Awaitable[str]]


class Taking:
    """What was typed and not kept yet is there again when the key is pressed again."""

    def __init__(self, screen: MainScreen, monotonic: Callable[[], float]) -> None:
        self._screen, self._monotonic = screen, monotonic
        self._remarks: dict[PatchId, str] = {}
        self._drafts: dict[str, Draft] = {}
        """By patch, or by the conflicts that they resolve."""
        self._home = Home()
        self._doing = ""
        """What is under way: the next thing waits, so that what comes of each is told."""
        self.hand: Hand = lambda command: hand_over(screen.app, command)
        """Gives the terminal to a program; why it could not, or empty."""

    def remark(self, view: View) -> None:
        """Ask for a comment on the patch that is looked at."""
        self._begin(self._remark(_patch(view)), "comment")

    def said(self, view: View, text: str) -> None:
        """Keep a comment that is typed already."""
        if why_not := _unfit(text):
            self._screen.voice.tell(f"comment: {why_not}")
        else:
            self._clerk.say(words.remark(_patch(view), text))

    def change(self, view: View) -> None:
        """Open the editor on the patch that is looked at."""
        self._begin(self._change(_patch(view)), "edit")

    def resolve(self, view: View) -> None:
        """Open the editor on the files that conflict."""
        self._begin(self._resolve(), "resolve")

    def export(self, view: View) -> None:
        """Ask where the chosen patches are to go, and take them there."""
        self._begin(self._home.take(self._ask, self._clerk, self._screen.voice), "export")

    @property
    def _clerk(self) -> Clerk:
        return self._screen.follower.clerk

    def _begin(self, doing: Coroutine[Any, Any, None], what: str) -> None:
        if self._doing:
            doing.close()
            self._screen.voice.tell(f"{what}: not yet, {self._doing} is under way")
            return
        self._doing = what
        self._screen.run_worker(self._tried(doing, what), group="taking")

    async def _tried(self, doing: Coroutine[Any, Any, None], what: str) -> None:
        try:
            await doing
        except (SaddleError, OSError) as error:
            self._screen.voice.tell(f"{what}: {error}")
        finally:
            self._doing = ""
        self._screen.draw()

    async def _ask(self, question: Question) -> tuple[Mapping[str, str] | None, Form]:
        """Show a window; what was typed, None when it was left; and the window, which knows more."""
        form = Form(question, Calm(self._monotonic))
        return await self._screen.app.push_screen_wait(form), form

    async def _remark(self, patch: PatchId) -> None:
        field = Field(TEXT, "comment", self._remarks.get(patch, ""), _unfit)
        said = "It is kept beside the run, and goes into the commit when the patch is exported."
        typed, form = await self._ask(Question(f"Comment on {patch}", (said,), (field,), "keep it"))
        self._remarks[patch] = "" if typed else form.typed[TEXT]
        if typed:
            self._clerk.say(words.remark(patch, typed[TEXT]))

    async def _change(self, patch: PatchId) -> None:
        draft = await self._drafted(patch, lambda desk: draft_of_edit(desk, patch))
        contents = await self._edited(draft)
        lines = await asyncio.to_thread(lambda: [*map(clean, changes(draft))])
        if not lines:
            self._forget(patch)
            self._screen.voice.note(f"edit: {patch} is as it was")
            return
        typed, _ = await self._ask(_question(patch, lines))
        if typed is None:
            again = f"what you typed is there again with {key_of('change')}"
            self._screen.voice.tell(f"edit: nothing was kept; {again}")
            return
        await self._kept(
            draft, lambda desk: edit(desk, patch, contents, self._clerk.me, typed[REASON])
        )
        self._forget(patch)
        self._screen.voice.note(
            f"{patch} is taken home in your version; {key_of('take_back')} takes that back"
        )

    async def _resolve(self) -> None:
        composition = await self._clerk.ask(composition_of)
        if not composition.conflicts:
            self._screen.voice.note("resolve: nothing conflicts")
            return
        about = " ".join(conflict.clash.key for conflict in composition.conflicts)
        draft = await self._drafted(about, lambda desk: draft_of_conflicts(composition))
        contents = await self._edited(draft)
        rows = await self._kept(
            draft, lambda desk: resolve(desk, composition, contents, self._clerk.me)
        )
        if len(rows) == len(composition.conflicts):
            self._forget(about)
        left = len(composition.conflicts) - len(rows)
        patch = composition.conflicts[0].patch
        if left:
            files = f"{left} {'file is' if left == 1 else 'files are'}"
            self._screen.voice.tell(f"resolve: {files} as before, so {patch} still conflicts")
        else:
            self._screen.voice.note(f"resolved: {patch} goes on top of those before it")

    async def _drafted(self, about: str, make: Callable[[Desk], Draft]) -> Draft:
        if about not in self._drafts:
            self._drafts[about] = await self._clerk.ask(make)
        return self._drafts[about]

    async def _edited(self, draft: Draft) -> Mapping[str, bytes | None]:
        """What the operator's editor made of it."""
        if why_not := await self.hand(draft.command):
            raise draft.kept(why_not)
        return await asyncio.to_thread(draft.now)

    async def _kept(self, draft: Draft, keep: Callable[[Desk], Made]) -> Made:
        try:
            return await self._clerk.ask(keep)
        except SaddleError as why:
            raise draft.kept(why) from why

    def _forget(self, about: str) -> None:
        if (draft := self._drafts.pop(about, None)) is not None:
            draft.discard()


def _question(patch: str, lines: Sequence[SafeText]) -> Question:
    shown = in_window(lines)
    said = (
        f"{patch} is taken home in this version. Nobody has run it: what came of {patch} was "
        "measured without these changes."
    )
    return Question(f"Keep this version of {patch}?", (said,), (WHY,), "keep it", shown)


def _patch(view: View) -> PatchId:
    assert view.patch is not None
    return view.patch


def _unfit(text: str) -> str:
    if not text:
        return "a comment needs a text"
    return f"a comment has at most {LONGEST:,} characters" if len(text) > LONGEST else ""
