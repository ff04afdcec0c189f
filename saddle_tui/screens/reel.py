"""What a replay asks its viewer: where to, and what a bookmark is called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, cast

from saddle_tui.replaying.place import EXPECTED
from saddle_tui.screens.armed import ARMED_S, Calm
from saddle_tui.screens.bookmarks import BookmarkList
from saddle_tui.screens.dialog import Field, Form, Question

if TYPE_CHECKING:
    from saddle_tui.replaying.follower import ReplayFollower
    from saddle_tui.screens.main import MainScreen

PLACE, NAME = "place", "name"
Callback = Callable[[Mapping[str, str]], object]


class Reel:
    """Opens the windows of a replay, and does what comes of them."""

    def __init__(self, screen: MainScreen) -> None:
        self._screen = screen

    def ask_where(self) -> None:
        """A place to go to."""
        field = Field(PLACE, "to", why_not=self._wrong)
        said = (f"It can be {EXPECTED}.",)
        asked = Question("Go to a place of this run", said, (field,), "go")
        self._ask(asked, lambda typed: self.go(typed[PLACE]))

    def go(self, place: str) -> bool:
        """Go to a place; whether there is one."""
        if why_not := self._follower.go(place):
            self._screen.voice.tell(why_not)
        self._screen.draw()
        return not why_not

    def ask_name(self) -> None:
        """Of a bookmark at the record that is shown now, wherever it plays on to."""
        seq = self._follower.state.seq
        field = Field(NAME, "name (optional)", self._name_at(seq))
        asked = Question(f"Remember record {seq:,}", (), (field,), "remember it")
        self._ask(asked, lambda typed: self.bookmark(seq, typed[NAME]))

    def bookmark(self, seq: int, name: str) -> None:
        """Remember a place."""
        why_not = self._follower.bookmarks.set(seq, name)
        self._screen.voice.note(f"bookmark at record {seq:,}{f': {why_not}' if why_not else ''}")
        self._screen.draw()

    def list_bookmarks(self) -> None:
        """To go to one of them, or forget some."""
        window = BookmarkList(self._follower.bookmarks, self._follower.index.timeline)
        self._screen.app.push_screen(window, self._gone)

    @property
    def _follower(self) -> ReplayFollower:
        return cast("ReplayFollower", self._screen.follower)

    def _ask(self, question: Question, then: Callback) -> None:
        form = Form(question, Calm(count(0.0, ARMED_S).__next__))  # nothing can go wrong in a hurry
        self._screen.app.push_screen(form, partial(self._typed, then))

    def _typed(self, then: Callback, typed: Mapping[str, str] | None) -> None:
        if typed is not None:
            then(typed)

    def _wrong(self, text: str) -> str:
        found = self._follower.find(text) if text else "type where to go"
        return found if isinstance(found, str) else ""

    def _gone(self, seq: int | None) -> None:
        if seq is not None:
            self._follower.seek(seq)
        self._screen.draw()

    def _name_at(self, seq: int) -> str:
        return next((each.name for each in self._follower.bookmarks.all if each.seq == seq), "")
