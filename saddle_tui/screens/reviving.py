"""A new engine for a run that has none, from the screen: asked once, then started beside it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from saddle_engine.errors import SaddleError
from saddle_runs.folder import RunFolder
from saddle_tui.asking.limits import suggestion
from saddle_tui.gone import why_gone
from saddle_tui.limits import limit
from saddle_tui.requests import cannot_resume
from saddle_tui.screens.armed import Calm
from saddle_tui.screens.asked import no_limit
from saddle_tui.screens.dialog import Field, Form, Question
from saddle_tui.spawn import spawn
from saddle_tui.view import View

if TYPE_CHECKING:
    from saddle_tui.screens.main import MainScreen

LIMIT, WORDS = "limit", "resume the run"
GOES_ON = "A new engine takes the run up where the last one left it. What was done and paid for is not done again."
Start = Callable[[RunFolder, dict[str, float]], object]


def start(folder: RunFolder, limits: dict[str, float]) -> None:
    """Start an engine that waits for an operator.

    Raises:
        SaddleError: it did not take the run; in its own words.
    """
    spawn(folder.path, folder.log, headless=False, limits=limits)


class Reviving:
    """Nobody waits for the engine: the screen stays as it is, and says what came of it."""

    def __init__(self, screen: MainScreen, monotonic: Callable[[], float]) -> None:
        self._screen, self._monotonic = screen, monotonic
        self._under_way = False
        self.start: Start = start
        """Starts an engine; blocks until it has the run."""

    def ask(self, view: View) -> None:
        """Ask whether to go on, and with which limit."""
        if why_not := self._screen.seat.role.why_not:
            self._screen.voice.tell(f"resume: {why_not}")
        elif self._under_way:
            self._screen.voice.tell("resume: an engine is being started already")
        else:
            form = Form(question(view), Calm(self._monotonic))
            self._screen.app.push_screen(form, self._typed)

    def _typed(self, typed: Mapping[str, str] | None) -> None:
        """It may have been resumed elsewhere while the question stood, or another screen may steer now."""
        view = self._screen.follower.view()
        if typed is None:
            return
        if why_not := self._screen.seat.role.why_not or cannot_resume(view):
            self._screen.voice.tell(f"resume: {why_not}")
            return
        limits = dict([limit(typed[LIMIT])]) if typed.get(LIMIT) else {}
        self._under_way = True
        self._screen.voice.ask(WORDS)
        # No worker: whoever leaves meanwhile waits for none of it, and the engine comes all the same.
        work = partial(self._work, view.folder, limits)
        threading.Thread(target=work, name="revive", daemon=True).start()

    def _work(self, folder: RunFolder, limits: dict[str, float]) -> None:
        why_not = ""
        try:
            self.start(folder, limits)
        except SaddleError as error:
            why_not = str(error)
        except OSError as error:
            why_not = (
                f"no engine can be started: {error.filename or 'this machine'}: {error.strerror}"
            )
        with suppress(RuntimeError):  # the screen was left
            self._screen.app.call_from_thread(self._done, why_not)

    def _done(self, why_not: str) -> None:
        self._under_way = False
        self._screen.voice.answer(WORDS, why_not, "an engine has it")
        self._screen.follower.look()
        self._screen.draw()


def question(view: View) -> Question:
    """What is asked; a limit that was reached can be raised on the way."""
    paused = view.state.paused
    said, field = [f"Now {why_gone(view)}.", GOES_ON], Field(LIMIT, "limit (optional)", "", _fits)
    if paused is not None and paused.by in view.state.limits:
        draft, why = suggestion(view.state)
        field = Field(LIMIT, "limit", draft, no_limit)
        said += [f"{paused.reason}.", f"A name, = and its new limit; {why}."]
    return Question(f"Resume {view.folder.name}?", said, (field,), "resume it")


def _fits(typed: str) -> str:
    return no_limit(typed) if typed else ""
