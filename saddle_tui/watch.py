"""From a terminal to the screen and back."""

import logging
import os
import sys
from typing import TYPE_CHECKING

from saddle_engine.adapters.clock import SystemClock
from saddle_runs.folder import RunFolder
from saddle_tui import user_keys
from saddle_tui.follower import Follower
from saddle_tui.headless import exit_code
from saddle_tui.notice import farewell
from saddle_tui.reading import open_viewer
from saddle_tui.seat import Seat
from saddle_tui.term.check import check_terminal, terminal_encoding
from saddle_tui.term.leaving import HUNG_UP, hung_up
from saddle_tui.term.log import crash_text, logging_to

if TYPE_CHECKING:
    from saddle_tui.app import SaddleApp

log = logging.getLogger(__name__)

LOG = "screen.log"


def attach(folder: RunFolder, *, observe: bool = False) -> int:
    """Show a run until the operator detaches; returns the exit code.

    Args:
        folder: the run.
        observe: without keys that steer.

    Raises:
        ConfigError: the terminal cannot show the screen.
        JournalError: the run cannot be opened.
    """
    check_terminal(os.environ, terminal_encoding())
    # A terminal that loses us keeps this keyboard protocol, and its Enter key with it.
    os.environ["TEXTUAL_DISABLE_KITTY_KEY"] = "1"
    from saddle_tui.app import SaddleApp

    with open_viewer(folder) as viewer, logging_to(folder.path / LOG):
        follower = Follower(folder, viewer, SystemClock())
        seat = Seat(folder, SystemClock(), observe=observe)
        app = SaddleApp(follower, seat)
        if wrong := user_keys.load(os.environ):
            app.main.voice.tell(f"{'; '.join(wrong)}; see also saddle-tui doctor")
        app.run(mouse=False)
        seat.leave()
        if hung_up():  # nobody is there to be told anything
            return HUNG_UP
        if app.crash is not None:
            log.error("the screen met a bug: %s", crash_text(app.crash))
        return _farewell(app, follower)


def _farewell(app: "SaddleApp", follower: Follower) -> int:
    """What goes on without the screen, and how to come back."""
    code = app.return_code or 0
    if app.crash is not None:
        said = f"the screen met a bug ({type(app.crash).__name__})"
        print(f"saddle-tui: {said}; see {follower.folder.path / LOG}", file=sys.stderr)
    while follower.behind:
        follower.pull()
    follower.look()
    print(farewell(follower.view()))
    return code if code or follower.view().engine.alive else exit_code(follower.state)
