"""The app: watches a run and hands on what its operator asks; leaving it never stops the run."""

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from rich.console import RenderableType
from textual import work
from textual.binding import Binding, BindingType
from textual.events import Click, MouseScrollDown, MouseScrollUp
from textual.filter import LineFilter
from textual.screen import Screen
from textual.timer import Timer

from saddle_engine.adapters.clock import SystemClock
from saddle_engine.errors import SaddleError
from saddle_tui import garbage
from saddle_tui.asking.sending import carry_out
from saddle_tui.follower import Follower
from saddle_tui.keymap import ASK_TO_LEAVE, LEAVE
from saddle_tui.requests import Request
from saddle_tui.screens.in_turn import InTurn
from saddle_tui.screens.main import MainScreen
from saddle_tui.screens.messages import Answered, Asked, GoTo
from saddle_tui.screens.picker import pick
from saddle_tui.screens.pointing import point, roll
from saddle_tui.screens.stand import COLUMNS, ROWS
from saddle_tui.seat import RENEW_S, Seat
from saddle_tui.taste import Taste
from saddle_tui.term.abilities import FULL, Abilities
from saddle_tui.term.backlog import MOST, clogged
from saddle_tui.term.driver import PatientDriver
from saddle_tui.term.handing import handed
from saddle_tui.term.leaving import HUNG_UP, hung_up, last_resort, on_signals
from saddle_tui.term.narrow import narrow
from saddle_tui.term.window import Window
from saddle_tui.wanted import Wanted

PULL_S = 0.125
LOOK_S = 1.0
CATCHING_UP_S = 0.5
"""Between two drawings while a long journal is being read."""
ALL_PANES = 4
"""Pulls between two drawings of all panes; the one that has the focus is drawn at every pull."""


class SaddleApp(InTurn):
    """Pulls, keeps the seat, sends requests; the live screen shows."""

    CSS_PATH = ["app.tcss", "rooms.tcss", "palette.tcss"]  # noqa: RUF012 - declared by Textual
    TITLE = "saddle-tui"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - declared by Textual
        (0, "-tiny"),
        (40, "-thin"),
        (COLUMNS, "-slim"),
        (80, "-narrow"),
        (100, "-wide"),
        (120, "-broad"),
        (180, "-huge"),
    ]
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012 - declared by Textual
        (0, "-flat"),
        (8, "-low"),
        (ROWS, "-short"),
        (30, "-tall"),
        (50, "-vast"),
    ]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(LEAVE, "detach", show=False, priority=True),
        Binding(ASK_TO_LEAVE, "ask_to_detach", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]

    def __init__(
        self,
        follower: Follower,
        seat: Seat | None = None,
        monotonic: Callable[[], float] = time.monotonic,
        *,
        taste: Taste | None = None,
        able: Abilities | None = None,
    ) -> None:
        """An app.

        Args:
            follower: of the run.
            seat: whether its keys steer; by itself it asks for them.
            monotonic: seconds that only grow, for how long something has been on the screen.
            taste: how the operator likes the screen.
            able: what the terminal can show; by itself everything.
        """
        super().__init__(driver_class=PatientDriver)
        self.animation_level = "none"
        self.crash: Exception | None = None
        self.wanted: Wanted | None = None
        """What is to be shown after this one."""
        self.begins = "live"
        """The screen that is shown first."""
        self.taste = taste or Taste()
        self.picks = False
        """The runs are listed at once."""
        self._follower = follower
        self._seat = seat or Seat(follower.folder, SystemClock())
        self.main = MainScreen(follower, self._seat, monotonic)
        self.window = Window(self, self.taste, able or FULL, self._complain)
        self._colours = self.get_css_variables()
        self.stylesheet.set_variables(self._colours)  # of the theme that is worn, for its one parse
        self._left = threading.Event()
        self._sitting = threading.Lock()
        self._pulls = 0
        self._due = False
        self._missed = False
        self._more: Timer | None = None
        self._monotonic, self._drawn = time.monotonic, 0.0
        self._vital = (True, False)

    def on_mount(self) -> None:
        """Start pulling."""
        if not self.is_headless:
            on_signals(self.leave, lambda: handed(self))
        self.app_resume_signal.subscribe(self, lambda _: self.window.back())
        self.push_screen(self.main)
        if self.begins != "live":
            self.call_after_refresh(lambda: self.main.do(self.begins))
        self.set_interval(PULL_S, self.pull)
        self.set_interval(LOOK_S, self.look)
        self.set_interval(RENEW_S, self._renew)
        self._renew()
        self._follower.look()
        self.call_after_refresh(self.pull)
        if self.picks:
            pick(self, self._follower.folder)

    def on_unmount(self) -> None:
        """Nobody waits for answers any more."""
        self._left.set()

    def pull(self) -> None:
        """Fold what is new and show it: the pane that is looked at at once, the others soon."""
        if self._more is not None:  # a long journal is being read already, as fast as keys allow
            return
        self._pulls += 1
        if self._missed and not clogged(self):
            self._missed = False
            self.screen.refresh()
        self.main.measure()
        self._due = self._follower.pull() or self._due
        behind = self._follower.behind
        if behind:
            self._more = self.set_timer(0.01, self._go_on)
            if self._monotonic() < self._drawn + CATCHING_UP_S:
                return
        if self._due and self.window.paints():
            whole = not behind and (self._pulls % ALL_PANES == 0 or self.window.pace.slow)
            self.main.draw(only_here=not whole, patient=True)
            self._due, self._drawn = not whole, self._monotonic()

    def _go_on(self) -> None:
        self._more = None
        self.pull()

    def look(self) -> None:
        """Look after the engine, the terminal and the clock."""
        if not self.is_headless and hung_up():
            last_resort(HUNG_UP)
            self.leave(HUNG_UP)
        garbage.settle()
        self._follower.look()
        view = self._follower.view()
        if view.replay is None:  # what is over waits for nobody
            self.window.beckon(view)
        self._mark()
        vital = view.engine.alive, view.engine.silent
        if self.window.pace.slow:  # a clock alone is not worth a frame
            self._due = self._due or vital != self._vital
        elif self.window.paints():
            self.main.draw(patient=True)
        self._vital = vital

    def leave(self, code: int) -> None:
        """End the screen with an exit code."""
        self.exit(return_code=code)

    def action_detach(self) -> None:
        """Leave the run to its engine."""
        self.exit()

    def action_ask_to_detach(self) -> None:
        """Leave when it is asked for twice."""
        if self.main.leaves():
            self.exit()

    def on_detach(self) -> None:
        self.exit()

    def on_go_to(self, message: GoTo) -> None:
        self.wanted = message.wanted
        self.exit()

    def on_take_over(self) -> None:
        self._renew(take=True)

    def on_asked(self, message: Asked) -> None:
        self._send(message.request)

    @work(thread=True, group="seat")
    def _renew(self, *, take: bool = False) -> None:
        """Keep the keys that steer; a file that is locked keeps a thread waiting, never the screen."""
        if not self._sitting.acquire(blocking=take):
            return
        try:
            before = self._seat.role
            role = self._seat.take() if take else self._seat.renew()
        finally:
            self._sitting.release()
        if role != before and not self._left.is_set():
            self.call_from_thread(self.main.draw)

    @work(thread=True, group="asks")
    def _send(self, request: Request) -> None:
        why_not = told = ""
        try:
            with self._sitting:
                why_not = self._seat.renew().why_not
            if not why_not:
                told = carry_out(self._follower.folder, request, self._seat.name, self._left)
        except SaddleError as error:
            why_not = str(error)
        self.main.post_message(Answered(request, why_not, told))

    def on_click(self, event: Click) -> None:
        point(self.main, event)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        roll(self.main, event, "up")

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        roll(self.main, event, "down")

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Send as little as can be, and nothing that would have to wait for long: all of it is painted later."""
        if clogged(self, MOST):
            self._missed = True
        else:
            super()._display(screen, narrow(renderable))
            self.window.sound()

    def refresh_css(self, animate: bool = True) -> None:
        """Parse again, but not at the start what the start has parsed with the same colours."""
        before, self._colours = self._colours, self.get_css_variables()
        if self._colours != before:
            super().refresh_css(animate)

    def bell(self) -> None:
        """It means that the run waits for somebody; no key rings it."""

    def get_line_filters(self) -> Sequence[LineFilter]:
        """All that is painted passes through them."""
        return self.window.filters(super().get_line_filters())

    def _mark(self) -> None:
        """What is unusual about the terminal stands in the bar."""
        if self.window.marks != self._follower.lens.terminal:
            self._follower.look_through(terminal=self.window.marks)
            self._due = True

    def _complain(self, words: str) -> None:
        """Say it, from whatever thread."""
        if not self._left.is_set():
            self.call_from_thread(self.main.voice.warn, words)

    def _fatal_error(self) -> None:
        """Our own words instead of a traceback with the values of variables in it."""
        self.crash = self._exception
        self._close_messages_no_wait()
