"""The screen: watches a run; leaving it never stops the run."""

from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.content import Content
from textual.widgets import Footer, Static

from saddle_tui.follower import Follower
from saddle_tui.term.leaving import HUNG_UP, hung_up, last_resort, on_signals
from saddle_tui.text.safe import clean
from saddle_tui.theme import SADDLE_DARK
from saddle_tui.widgets import dag, events, rollouts, scores
from saddle_tui.widgets.advice import advice
from saddle_tui.widgets.bar import bar
from saddle_tui.widgets.pane import Pane

PULL_S = 0.125
LOOK_S = 1.0
COLUMNS, ROWS = 60, 18
SMALL = (
    "This window is {} x {}; the screen needs {} x {}. "
    "The run goes on: make the window larger, or press q."
)


class SaddleApp(App[None]):
    """Rollouts, EvoDAG, events and scores of one run."""

    CSS_PATH = "app.tcss"
    TITLE = "saddle-tui"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - declared by Textual
        (0, "-tiny"),
        (40, "-thin"),
        (COLUMNS, "-slim"),
        (80, "-narrow"),
        (100, "-wide"),
        (160, "-huge"),
    ]
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012 - declared by Textual
        (0, "-flat"),
        (8, "-low"),
        (ROWS, "-short"),
        (30, "-tall"),
    ]
    BINDINGS: ClassVar = [
        Binding(
            "q,ctrl+c,ctrl+q",
            "detach",
            "Detach: a run goes on without its screen",
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
        """A tiny window gets one sentence; panes follow their own size."""
        self.call_after_refresh(self._draw_small)

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
                Content(clean(SMALL.format(width, height, COLUMNS, ROWS)))
            )

    def _fatal_error(self) -> None:
        """Our own words instead of a traceback with the values of variables in it."""
        self.crash = self._exception
        self._close_messages_no_wait()
