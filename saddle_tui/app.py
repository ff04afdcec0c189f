"""The screen: watches a run; leaving it never stops the run."""

import os
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Footer, Static

from saddle_engine.errors import JournalError
from saddle_runs.folder import RunFolder
from saddle_tui.follower import Follower
from saddle_tui.headless import exit_code
from saddle_tui.reading import open_viewer
from saddle_tui.text.safe import clean
from saddle_tui.widgets import panes
from saddle_tui.widgets.pane import Pane

REFRESH_S = 0.125


class SaddleApp(App[None]):
    """Rollouts, EvoDAG, events and scores of one run."""

    CSS_PATH = "app.tcss"
    TITLE = "saddle-tui"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar = [
        Binding("q", "detach", "Detach (the run goes on)"),
        Binding("ctrl+c", "detach", show=False),
    ]

    def __init__(self, follower: Follower) -> None:
        super().__init__()
        self.follower = follower
        self._bar = Static("", id="bar", markup=False)
        self._rollouts = Pane("Rollouts", "rollouts")
        self._dag = Pane("EvoDAG", "dag")
        self._events = Pane("Events", "events")
        self._scores = Pane("Scores", "scores")

    def compose(self) -> ComposeResult:
        """Two rows of two panes."""
        yield self._bar
        with Horizontal(id="top"):
            yield self._rollouts
            yield self._dag
        with Horizontal(id="bottom"):
            yield self._events
            yield self._scores
        yield Footer()

    def on_mount(self) -> None:
        """Start pulling."""
        self.set_interval(REFRESH_S, self.pull)
        self.call_after_refresh(self.pull)

    def on_resize(self) -> None:
        """Lines are cut to the panes' widths."""
        self.call_after_refresh(self.draw)

    def pull(self) -> None:
        """Fold what is new and show it."""
        try:
            self.follower.pull()
            self.draw()
        except (JournalError, ValueError) as error:
            self._bar.update(Content(clean(f"cannot read the journal: {error}")))

    def draw(self) -> None:
        """Show the state."""
        state = self.follower.state
        lines = panes.bar(state, self.follower.alive())
        self._bar.update(Content("\n").join(Content.assemble(*line) for line in lines))
        self._rollouts.show(panes.rollouts(state, self.follower.live(), *self._rollouts.room))
        self._dag.show(panes.dag(state, *self._dag.room))
        self._events.show(panes.events(self.follower.lines, *self._events.room))
        self._scores.show(panes.scores(state))

    def action_detach(self) -> None:
        """Leave the run to its engine."""
        self.exit()


def attach(folder: RunFolder) -> int:
    """Show a run until the operator detaches; returns the exit code."""
    with open_viewer(folder) as viewer:
        follower = Follower(folder, viewer)
        SaddleApp(follower).run(mouse="SADDLE_MOUSE" in os.environ)
        while follower.pull():
            pass
        if follower.alive():
            print(f"{folder.id} goes on; come back with: saddle-tui attach {folder.id}")
            return 0
        print(f"{folder.id} has ended; see: saddle-tui show {folder.id}")
        return exit_code(follower.state)
