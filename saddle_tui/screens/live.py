"""The live screen: the bar, what you should know, the panes, the keys."""

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from saddle_runs.folder import RunFolder
from saddle_tui import keymap
from saddle_tui.actions import ACTIONS, PANE_IDS
from saddle_tui.follower import Follower
from saddle_tui.screens.contents import CONTENTS
from saddle_tui.screens.helm import Helm
from saddle_tui.screens.help import Help
from saddle_tui.screens.keybar import keybar
from saddle_tui.screens.layout import NUMBERS
from saddle_tui.screens.messages import Answered, Detach, TakeOver
from saddle_tui.screens.section import Section
from saddle_tui.screens.stand import Stand
from saddle_tui.screens.voice import Voice
from saddle_tui.seat import Seat
from saddle_tui.text.safe import clean
from saddle_tui.view import View
from saddle_tui.widgets.advice import advice
from saddle_tui.widgets.bar import bar
from saddle_tui.widgets.pane import Line, Pane

COLUMNS, ROWS = 60, 18
SMALL = (
    "This window is {} x {}; the screen needs {} x {}. "
    "The run goes on: make the window larger, or press q."
)


class LiveScreen(Screen[None]):
    """Shows views; keys move in it, or become requests."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, f"do('{action}')", show=False) for key, action in keymap.bound()
    ]

    def __init__(self, follower: Follower, seat: Seat, monotonic: Callable[[], float]) -> None:
        super().__init__()
        self._follower, self._seat = follower, seat
        self._voice = Voice(monotonic)
        self._helm = Helm(self, self._voice, monotonic)
        self.sections = {each.id: Section(each, follower.view) for each in CONTENTS}
        self._stand = Stand(self, follower)
        self._frame = (
            Pane("bar", bar),
            Pane("advice", advice),
            Pane("said", self._voice.lines),
            Pane("keys", self._keys),
        )
        self._drove = False

    def compose(self) -> ComposeResult:
        """In a tiny window one sentence stands instead of the panes."""
        head, advice_, said, keys = self._frame
        yield head
        yield advice_
        with Container(id="body"):
            yield from (each for id_, each in self.sections.items() if id_ not in NUMBERS)
            with Container(id="numbers"):
                yield from (self.sections[id_] for id_ in NUMBERS if id_ in self.sections)
        yield Static("", id="small", markup=False)
        yield said
        yield keys

    def on_mount(self) -> None:
        self._stand.arrange()

    def on_resize(self) -> None:
        """Panes follow their own size; which there are follows the window's."""
        self._stand.arrange()
        width, height = self.app.size
        if width < COLUMNS or height < ROWS:
            said = clean(SMALL.format(width, height, COLUMNS, ROWS))
            self.query_one("#small", Static).update(Content(said))
        self.call_after_refresh(self.draw)

    @property
    def folder(self) -> RunFolder:
        """Of the run that is shown."""
        return self._follower.folder

    def typed(self, patch: str) -> str:
        """A reason for a veto that was typed and not carried out; empty for none."""
        return self._helm.typed(patch)

    def on_key(self) -> None:
        self._helm.calm.disturb()

    def on_answered(self, message: Answered) -> None:
        self._helm.hear(message.request, message.why_not)
        self.draw()

    def draw(self, *, only_here: bool = False) -> None:
        """Show the state; each pane redraws only what differs, and those not on the screen nothing.

        Args:
            only_here: of the panes only the one that has the focus, for ticks in between.
        """
        view = self._follower.view()
        self._watch(view)
        here = self._stand.here
        if "trace" in self.sections:
            self._follower.room(*self.sections["trace"].content_size)
        with self.app.batch_update():
            for pane in self._frame:
                pane.draw(view)
            for id_, section in self.sections.items():
                if section.display and (id_ == here or not only_here):
                    section.draw(view)

    def action_do(self, id_: str) -> None:
        """Do what a key stands for, or say why it cannot be done now."""
        view = self._follower.view()
        action = ACTIONS[id_]
        if action.steers:
            self._helm.steer(action, view, self._seat.role, looks_at=self._stand.here)
        elif id_ == "help":
            self.app.push_screen(Help(view, self._seat.role))
        elif id_ == "detach":
            self.post_message(Detach())
        elif id_ == "take":
            self._take()
        elif id_ in PANE_IDS:
            self._stand.call(id_, view)
        else:
            self._stand.move(id_, view)
        self.draw()

    def _take(self) -> None:
        role = self._seat.role
        if role.drives:
            self._voice.tell("this screen has the keys that steer already")
        elif role.observes:
            self._voice.tell(role.why_not)
        else:
            self.post_message(TakeOver())

    def _watch(self, view: View) -> None:
        """Notice what no key has brought about."""
        role = self._seat.role
        if self._drove and not role.drives:
            self._voice.tell(f"the keys that steer were taken: {role.why_not}")
        self._drove = role.drives
        if self.is_active:  # what comes up behind a window was not looked at
            self._helm.see(view, self._stand.here)

    def _keys(self, view: View, width: int, rows: int) -> list[Line]:
        return [keybar(view, self._seat.role, self._stand.here, width)]
