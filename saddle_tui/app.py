"""The screen: watches a run; leaving it never stops the run."""

import logging
import os
import sys
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.content import Content
from textual.widgets import Footer, Static

from saddle_engine.adapters.clock import SystemClock
from saddle_runs.folder import RunFolder
from saddle_tui.follower import Follower
from saddle_tui.headless import exit_code
from saddle_tui.hints import command
from saddle_tui.reading import open_viewer
from saddle_tui.term.check import check_terminal, terminal_encoding
from saddle_tui.term.leaving import hung_up, last_resort, on_signals
from saddle_tui.term.log import crash_text, logging_to
from saddle_tui.theme import SADDLE_DARK
from saddle_tui.widgets import dag, events, rollouts, scores
from saddle_tui.widgets.advice import advice
from saddle_tui.widgets.bar import bar
from saddle_tui.widgets.pane import Pane

log = logging.getLogger(__name__)

PULL_S = 0.125
LOOK_S = 1.0
COLUMNS, ROWS = 60, 18
FAILED, HUNG_UP = 1, 129


class SaddleApp(App[None]):
    """Rollouts, EvoDAG, events and scores of one run."""

    CSS_PATH = "app.tcss"
    TITLE = "saddle-tui"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - declared by Textual
        (0, "-thin"),
        (COLUMNS, "-slim"),
        (80, "-narrow"),
        (100, "-wide"),
        (160, "-huge"),
    ]
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012 - declared by Textual
        (0, "-low"),
        (ROWS, "-short"),
        (30, "-tall"),
    ]
    BINDINGS: ClassVar = [
        Binding(
            "q,ctrl+c,ctrl+q",
            "detach",
            "Detach: the run goes on without the screen",
            key_display="q or Ctrl-C",
            priority=True,
        ),
    ]

    def __init__(self, follower: Follower) -> None:
        super().__init__()
        self.animation_level = "none"
        self.register_theme(SADDLE_DARK)
        self.theme = SADDLE_DARK.name
        self.crash: Exception | None = None
        self._follower = follower
        self._panes = (
            Pane("bar", bar),
            Pane("advice", advice),
            Pane("rollouts", rollouts.rollouts, title=rollouts.title),
            Pane("dag", dag.dag, title=dag.title, key=dag.key),
            Pane("events", events.events, title=events.title),
            Pane("scores", scores.scores, title=scores.title, key=scores.key),
        )

    def compose(self) -> ComposeResult:
        """The bar, the advice, four panes, the keys; or one sentence in a tiny window."""
        head, advice_, *panes = self._panes
        yield head
        yield advice_
        yield Container(*panes, id="body")
        yield Static("", id="small", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Start pulling."""
        if not self.is_headless:
            on_signals(self.leave)
        self.set_interval(PULL_S, self.pull)
        self.set_interval(LOOK_S, self.look)
        self._follower.look()
        self.call_after_refresh(self.pull)

    def on_resize(self) -> None:
        """Lines are cut to the panes' widths."""
        self.call_after_refresh(self.draw)

    def pull(self) -> None:
        """Fold what is new and show it."""
        if self._follower.pull():
            self.draw()
        if self._follower.behind:
            self.set_timer(0.01, self.pull)

    def look(self) -> None:
        """Look after the engine, the terminal and the clock."""
        if not self.is_headless and hung_up():
            last_resort(HUNG_UP)
            self.leave(HUNG_UP)
        self._follower.look()
        self.draw()

    def draw(self) -> None:
        """Show the state; each pane redraws only what differs."""
        view = self._follower.view()
        with self.batch_update():
            for pane in self._panes:
                pane.draw(view)
            self._draw_small()

    def leave(self, code: int) -> None:
        """End the screen with an exit code."""
        self.exit(return_code=code)

    def action_detach(self) -> None:
        """Leave the run to its engine."""
        self.exit()

    def _draw_small(self) -> None:
        width, height = self.size
        if width < COLUMNS or height < ROWS:
            self.query_one("#small", Static).update(
                Content(
                    f"This window is {width} x {height}; the screen needs {COLUMNS} x {ROWS}. "
                    "The run goes on: make the window larger, or press q."
                )
            )

    def _fatal_error(self) -> None:
        """Our own words instead of a traceback with the values of variables in it."""
        self.crash = self._exception
        self._close_messages_no_wait()


def attach(folder: RunFolder) -> int:
    """Show a run until the operator detaches; returns the exit code.

    Raises:
        ConfigError: the terminal cannot show the screen.
        JournalError: the run cannot be opened.
    """
    check_terminal(os.environ, terminal_encoding())
    with open_viewer(folder) as viewer, logging_to(folder.path / "screen.log"):
        follower = Follower(folder, viewer, SystemClock())
        app = SaddleApp(follower)
        app.run(mouse=False)
        if app.crash is not None:
            log.error("the screen met a bug: %s", crash_text(app.crash))
        return _farewell(app, follower)


def _farewell(app: SaddleApp, follower: Follower) -> int:
    """What goes on without the screen, and how to come back."""
    folder, home = follower.folder, follower.folder.path.parent.parent
    code = app.return_code or 0
    if app.crash is not None:
        print(
            f"saddle-tui: the screen met a bug ({type(app.crash).__name__}); see {folder.path / 'screen.log'}",
            file=sys.stderr,
        )
    while follower.behind:
        follower.pull()
    if follower.look() or follower.view().engine.alive:
        print(f"{folder.id} goes on; come back with: {command(home, f'attach {folder.id}')}")
        return code
    print(f"{folder.id} has ended; see: {command(home, f'show {folder.id}')}")
    return code or exit_code(follower.state)
