"""`doctor` in a window: what this run needs, and what is missing."""

import os
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from saddle_engine.errors import SaddleError
from saddle_engine.events import RunStarted
from saddle_runs.folder import RunFolder
from saddle_tui.doctor.needs import Needs
from saddle_tui.doctor.render import lines
from saddle_tui.reading import open_viewer
from saddle_tui.screens.modal import Modal
from saddle_tui.settings import Settings
from saddle_tui.text.safe import SafeText, clean

WIDEST, BORDERS = 100, 8
LEAVE = "escape,q,enter,exclamation_mark"


class Checkup(Modal[None]):
    """Looks once, on a thread; a probe that hangs costs its own line."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(LEAVE, "leave", show=False),
        Binding("j", "app.simulate_key('down')", show=False),
        Binding("k", "app.simulate_key('up')", show=False),
    ]

    def __init__(self, folder: RunFolder, run: RunStarted) -> None:
        """For the run that is shown."""
        super().__init__()
        self._folder, self._run = folder, run

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="help"):
            yield Static(Content(clean("looking ...")), markup=False)

    def on_mount(self) -> None:
        self._look()

    def action_leave(self) -> None:
        self.dismiss()

    @work(thread=True, group="doctor")
    def _look(self) -> None:
        width = min(self.app.size.width, WIDEST) - BORDERS
        found = _report(self._folder, self._run, width)
        if self.is_attached:
            self.app.call_from_thread(self._show, found)

    def _show(self, found: list[SafeText]) -> None:
        """Nothing where it was left in the meantime."""
        if not self.is_attached:
            return
        head = clean("What this run needs. Keys: j k scroll, Esc leaves")
        shown = Content("\n").join(Content(line) for line in [head, clean(""), *found])
        self.query_one(Static).update(shown)


def _report(folder: RunFolder, run: RunStarted, width: int) -> list[SafeText]:
    from saddle_tui.doctor.examine import examine  # nothing else on the screen waits for it

    try:
        with open_viewer(folder) as viewer:
            settings = Settings.model_validate_json(viewer.blob(run.config))
    except (SaddleError, ValueError) as error:
        return [clean(f"the run's config cannot be read: {error}")]
    needs = Needs(settings, None, folder.home, dict(os.environ), "")
    return list(lines(examine(needs), f"run {folder.name}", width))
