"""The runs of this home in a window: letters filter, Enter goes there."""

from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from saddle_runs.folder import RunFolder
from saddle_tui.picking.lines import lines, told, window
from saddle_tui.picking.picking import Picking
from saddle_tui.screens.dialog import SafeInput
from saddle_tui.screens.messages import GoTo
from saddle_tui.screens.modal import Modal
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.wanted import Wanted

TICK_S = 0.1
LONGEST = 80
FAR = 10**6
REPLAY = "ctrl+r"


def pick(app: App[None], here: RunFolder) -> None:
    """Let the operator choose another run."""

    def go(wanted: Wanted | None) -> None:
        if wanted is not None:
            app.post_message(GoTo(wanted))

    app.push_screen(Picker(Picking(here.home), here), go)


class Picker(Modal[Wanted | None]):
    """The chosen run; None when it was left, or the run is the one on the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding(REPLAY, "replay", show=False, priority=True),
    ]

    def __init__(self, picking: Picking, here: RunFolder | None) -> None:
        """A window over a run, or over nothing."""
        super().__init__()
        self._picking, self._here = picking, here.id if here else ""

    def compose(self) -> ComposeResult:
        with Vertical(id="picker"):
            yield Static(Content(clean(f"Runs in {self._picking.home}")), id="title", markup=False)
            field = SafeInput("", max_length=LONGEST, placeholder="type to filter", classes="typed")
            field.cursor_blink = False
            yield field
            yield Static("", id="runs", markup=False)
            yield Static("", id="told", markup=False)
            keys = clean("↑ ↓ PgUp PgDn move   Enter open   Ctrl-R replay   Esc back")
            yield Static(Content(keys), id="choices", markup=False)

    def on_mount(self) -> None:
        self.set_interval(TICK_S, self.tick)
        self.call_after_refresh(self.tick)

    def on_unmount(self) -> None:
        self._picking.close()

    def on_resize(self) -> None:
        self.call_after_refresh(self.draw)

    def tick(self) -> None:
        """Take what has been read of what is in sight."""
        if self._picking.refresh(window(self._picking, self._rows)):
            self.draw()

    def draw(self) -> None:
        """Everything that changes."""
        found = lines(self._picking, self._here, self._width, self._rows)
        shown = Content("\n").join(Content.assemble(*line) for line in found)
        self.query_one("#runs", Static).update(shown)
        self._tell(clean(told(self._picking, self._here)))

    def on_input_changed(self, event: Input.Changed) -> None:
        self._picking.type(event.value)
        self.draw()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go there, or say why not."""
        row = self._picking.chosen()
        if row is None or self._picking.why_not(row):
            self.draw()
        elif row.head.folder.id == self._here:
            self.dismiss(None)
        else:
            self.dismiss(Wanted(row.head.folder))

    def action_replay(self) -> None:
        """Go to its past, also of the run on the screen; or say why not."""
        row = self._picking.chosen()
        if row is None or self._picking.why_not(row):
            self.draw()
        else:
            self.dismiss(Wanted(row.head.folder, replay=True))

    def action_move(self, rows: int) -> None:
        self._picking.move(rows)
        self.draw()

    def action_page(self, step: int) -> None:
        self.action_move(step * max(self._rows - 1, 1))

    def action_leave(self) -> None:
        self.dismiss(None)

    @property
    def _width(self) -> int:
        return max(self.query_one("#runs").content_size.width, 1)

    @property
    def _rows(self) -> int:
        return max(self.query_one("#runs").content_size.height, 1)

    def _tell(self, text: SafeText) -> None:
        self.query_one("#told", Static).update(Content(text))
