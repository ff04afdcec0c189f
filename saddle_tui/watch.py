"""From a terminal to the screen and back."""

import gc
import logging
import os
import sys
from collections.abc import Mapping
from contextlib import closing
from typing import TYPE_CHECKING, Any

from saddle_engine.adapters.clock import SystemClock
from saddle_runs.beside import beside
from saddle_runs.finishing import leaving
from saddle_runs.folder import RunFolder
from saddle_runs.watching import watching
from saddle_tui import user_keys
from saddle_tui.checkpoints import Checkpoints
from saddle_tui.follower import Follower
from saddle_tui.headless import exit_code
from saddle_tui.hints import on_run
from saddle_tui.notice import farewell
from saddle_tui.reading import open_viewer
from saddle_tui.seat import Seat
from saddle_tui.state_files import shown
from saddle_tui.taste import NOTHING_CHOSEN, taste
from saddle_tui.term.abilities import SYSTEMS, abilities, colours, terminal_encoding
from saddle_tui.term.check import check_terminal
from saddle_tui.term.leaving import HUNG_UP, hung_up
from saddle_tui.term.log import crash_text, log_of, logging_to
from saddle_tui.term.report import write_report
from saddle_tui.text.safe import clean
from saddle_tui.wanted import Wanted

if TYPE_CHECKING:
    from saddle_tui.app import SaddleApp

log = logging.getLogger(__name__)

LOG = "screen.log"


def attach(
    folder: RunFolder,
    *,
    observe: bool = False,
    chosen: Mapping[str, Any] = NOTHING_CHOSEN,
    pick: bool = False,
) -> int:
    """Show a run until the operator detaches; returns the exit code.

    Args:
        folder: the run.
        observe: without keys that steer.
        chosen: what the command line says about the screen, by field of `Taste`.
        pick: list all runs at once, to choose another one.

    Raises:
        ConfigError: the terminal cannot show the screen.
        JournalError: the run cannot be opened.
    """
    return _in_turn(Wanted(folder), observe=observe, chosen=chosen, pick=pick)


def replay(
    folder: RunFolder,
    *,
    at: str = "start",
    speed: float = 1.0,
    room: str = "live",
    chosen: Mapping[str, Any] = NOTHING_CHOSEN,
) -> int:
    """Show a run's past until the viewer leaves; returns the exit code.

    Args:
        folder: the run.
        at: where to begin, see `replaying.place`.
        speed: one of `replaying.player.SPEEDS`.
        room: the screen to begin with.
        chosen: what the command line says about the screen, by field of `Taste`.

    Raises:
        ConfigError: the terminal cannot show the screen, or there is no such place.
        JournalError: the run cannot be opened.
    """
    return _in_turn(Wanted(folder, replay=True, at=at, room=room), chosen=chosen, speed=speed)


def triage(folder: RunFolder, *, chosen: Mapping[str, Any] = NOTHING_CHOSEN) -> int:
    """Show a run, live or finished, where its patches are decided on; returns the exit code.

    Args:
        folder: the run.
        chosen: what the command line says about the screen, by field of `Taste`.

    Raises:
        ConfigError: the terminal cannot show the screen.
        JournalError: the run cannot be opened.
    """
    return _in_turn(Wanted(folder, room="triage"), chosen=chosen)


def _in_turn(
    wanted: Wanted | None,
    *,
    observe: bool = False,
    chosen: Mapping[str, Any],
    pick: bool = False,
    speed: float = 1.0,
) -> int:
    """Show a run, and whatever its operator goes to from there; the exit code."""
    check_terminal(os.environ)
    # A terminal that loses us keeps this keyboard protocol, and its Enter key with it.
    os.environ["TEXTUAL_DISABLE_KITTY_KEY"] = "1"
    os.environ.setdefault("TEXTUAL_COLOR_SYSTEM", SYSTEMS[colours(os.environ)])
    code = 0
    while wanted is not None:
        if wanted.replay:
            code, wanted = _rewatch(wanted, chosen, speed)
        else:
            code, wanted = _watch(wanted, observe, chosen, pick)
        pick = False
        gc.collect()  # of the run before, with the threads that read it
    return code


def _rewatch(wanted: Wanted, chosen: Mapping[str, Any], speed: float) -> tuple[int, Wanted | None]:
    """Show a run's past; the exit code, and what is to be shown after it. Nothing is written beside the run."""
    from saddle_tui.replaying.beginning import past_of

    folder = wanted.folder
    with logging_to(log_of(folder.id)), past_of(folder, wanted.at, speed) as follower:
        app = _app(follower, Seat(folder, SystemClock(), replay=True), chosen, wanted.room)
        follower.lost = app.main.voice.warn
        app.run(mouse=app.taste.mouse)
        if hung_up():
            return HUNG_UP, None
        if app.wanted is not None and app.crash is None:
            return 0, app.wanted
        code = app.return_code or 0
        if app.crash is not None:
            code = code or 1
            print(f"saddle-tui: {_reported(app, app.crash, folder)}", file=sys.stderr)
        again = on_run(folder, "replay", f"--at {follower.past.upto}")
        print(clean(f"look at this place again with: {again}"))
        return code, None


def _app(follower: Follower, seat: Seat, chosen: Mapping[str, Any], room: str) -> "SaddleApp":
    """A screen as its operator likes it."""
    from saddle_tui.app import SaddleApp

    liked, warning = taste(chosen)
    able = abilities(os.environ, terminal_encoding())
    app = SaddleApp(follower, seat, taste=liked, able=able)
    app.begins = room
    if wrong := "; ".join(filter(None, [warning, *user_keys.load(os.environ)])):
        app.main.voice.warn(wrong)
    return app


def _watch(
    wanted: Wanted, observe: bool, chosen: Mapping[str, Any], pick: bool
) -> tuple[int, Wanted | None]:
    """Show one run; the exit code, and what is to be shown after it."""
    folder = wanted.folder
    with (
        leaving(folder),
        open_viewer(folder) as viewer,
        watching(folder),
        logging_to(beside(folder, LOG)),
        closing(Follower(folder, viewer, SystemClock(), Checkpoints(folder, viewer))) as follower,
    ):
        seat = Seat(folder, SystemClock(), observe=observe)
        app = _app(follower, seat, chosen, wanted.room)
        app.picks = pick
        app.run(mouse=app.taste.mouse)
        seat.leave()
        if hung_up():  # nobody is there to be told anything
            return HUNG_UP, None
        if app.wanted is not None and app.crash is None:
            return 0, app.wanted
        return _farewell(app, follower), None


def _farewell(app: "SaddleApp", follower: Follower) -> int:
    """What goes on without the screen, and how to come back."""
    code = app.return_code or 0
    if app.crash is not None:
        code = code or 1
        print(f"saddle-tui: {_reported(app, app.crash, follower.folder)}", file=sys.stderr)
    while follower.behind:
        follower.pull()
    follower.look()
    print(farewell(follower.view()))
    return code if code or follower.view().engine.alive else exit_code(follower.state)


def _reported(app: "SaddleApp", crash: Exception, folder: RunFolder) -> str:
    """What happened, and where more of it stands."""
    met = f"the screen met a bug ({type(crash).__name__})"
    try:
        return clean(f"{met}; report: {shown(write_report(folder.id, crash, app.main.deeds))}")
    except OSError as error:
        log.error("%s: %s", met, crash_text(crash))
        return clean(f"{met}; see {beside(folder, LOG)}, for a report cannot be written: {error}")
