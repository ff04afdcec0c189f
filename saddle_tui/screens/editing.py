"""A held patch in the operator's editor, and what becomes of the new version."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import replace
from difflib import unified_diff
from itertools import islice
from typing import TYPE_CHECKING

from saddle_engine.errors import SaddleError
from saddle_engine.events import EditRefused
from saddle_engine.types.base import PatchId
from saddle_tui.keymap import key_of
from saddle_tui.requests import REASON, Request
from saddle_tui.screens.armed import Calm
from saddle_tui.screens.dialog import Field, Form, Question
from saddle_tui.term.handing import hand_over
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.trace.hunks import hunks_of
from saddle_tui.trace.patch_text import TAB
from saddle_tui.view import View
from saddle_tui.widgets.diff import hunks_lines
from saddle_tui.widgets.painting import Line

if TYPE_CHECKING:
    from saddle_runs.folder import RunFolder
    from saddle_tui.editing import Draft
    from saddle_tui.screens.main import MainScreen

WIDTH = 66
"""Cells of the window's inside."""
MOST = 2_000
"""Lines in it: with many more it would take seconds to open."""
Hand = Callable[[Sequence[str]], Awaitable[str]]


class Editing:
    """Drafts are kept until the engine has taken them: nothing that was typed is lost."""

    def __init__(self, screen: MainScreen, monotonic: Callable[[], float]) -> None:
        self._screen, self._monotonic = screen, monotonic
        self._drafts: dict[PatchId, Draft] = {}
        self._sent: dict[PatchId, EditRefused | None] = {}
        """Versions whose outcome is still to come, each with the refusal of an earlier one."""
        self.prepare = _prepare
        """Puts the files of a patch into a folder."""
        self.hand: Hand = lambda command: hand_over(screen.app, command)
        """Gives the terminal to a program; why it could not, or empty."""

    def begin(self, request: Request) -> None:
        """Open the editor on the patch of a request."""
        self._screen.run_worker(self._edit(request), group="edit", exclusive=True)

    def see(self, view: View) -> None:
        """Say what became of a version that was sent."""
        for patch, earlier in [*self._sent.items()]:
            new, refused = view.state.patches[patch].edited_as, view.recent.edit_refused.get(patch)
            told = new is not None or (refused is not None and refused is not earlier)
            if not told or self._screen.helm.waits(f"edit {patch}"):
                continue
            del self._sent[patch]
            if new is not None:
                self._forget(patch)
                self._screen.follower.select(new)
                self._screen.voice.note(
                    f"your version of {patch} passed the checks: it is {new}, and waits for you"
                )
            elif refused is not None:
                self._say(f"your version of {patch} was refused: {refused.reason}; {_again()}")

    def hear(self, request: Request, why_not: str) -> None:
        """What became of a request: a version that was not taken comes to nothing later on."""
        if request.verb == "edit" and why_not:
            self._sent.pop(PatchId(request.arguments["patch"]), None)

    async def _edit(self, request: Request) -> None:
        try:
            await self._edited(request, PatchId(request.arguments["patch"]))
        except (SaddleError, OSError) as error:
            self._say(f"edit: {error}")

    async def _edited(self, request: Request, patch: PatchId) -> None:
        draft = self._drafts.get(patch)
        if draft is None:
            draft = await asyncio.to_thread(self.prepare, self._screen.folder, patch)
            self._drafts[patch] = draft
        if why_not := await self.hand(draft.command):
            raise draft.kept(why_not)
        edits = await asyncio.to_thread(draft.edits)
        if not edits:
            self._forget(patch)
            self._say(f"edit: {patch} is as it was; nothing was sent")
            return
        lines = await asyncio.to_thread(lambda: [*map(clean, changes(draft))])
        typed = await self._screen.app.push_screen_wait(
            Form(_question(patch, lines), Calm(self._monotonic))
        )
        if typed is None:
            self._say(f"edit: nothing was sent; {_again()}")
            return
        made = request.filled(typed)
        self._sent[patch] = self._screen.follower.view().recent.edit_refused.get(patch)
        self._screen.helm.send(replace(made, arguments={**made.arguments, "edits": edits}))

    def _forget(self, patch: PatchId) -> None:
        """Its text has arrived, or is as it was."""
        if (draft := self._drafts.pop(patch, None)) is not None:
            draft.discard()

    def _say(self, text: str) -> None:
        self._screen.voice.tell(text)


def _prepare(folder: RunFolder, patch: str) -> Draft:
    from saddle_tui.editing import prepare  # with all that reads harnesses

    return prepare(folder, patch)


def _question(patch: str, lines: list[SafeText]) -> Question:
    shown = in_window(lines)
    said = f"It is checked like any patch, before anything is spent; {patch} waits until then."
    why = Field(REASON, "why (optional)")
    return Question(f"Send this version of {patch}?", (said,), (why,), "send it", shown)


def in_window(lines: Sequence[SafeText]) -> list[Line]:
    """What was changed, to be looked at in a window; of very much only the beginning, and that is told."""
    shown = [*islice(hunks_lines(hunks_of(lines), WIDTH), MOST + 1)]
    more = clean(f"more was changed; these are the first {MOST:,} lines of it")
    return shown if len(shown) <= MOST else [*shown[:MOST], [(more, "bold")]]


def _again() -> str:
    return f"what you typed is kept, {key_of('edit')} opens it again"


def changes(draft: Draft) -> Iterator[str]:
    """What the operator changed, as a diff against the patch as it was."""
    for file in draft.files:
        path = str(file.relative_to(draft.folder))
        before = _lines(draft.patched[path])
        now = _lines(file.read_bytes()) if file.exists() else []
        changes = [*unified_diff(before, now, f"a/{path}", f"b/{path}", lineterm="")]
        if changes:
            yield f"diff --git a/{path} b/{path}"
            yield from (line.replace("\t", TAB) for line in changes)


def _lines(content: bytes) -> list[str]:
    return content.decode("utf-8", "replace").split("\n")
