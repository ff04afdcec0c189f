"""Follows a run line by line."""

import sys
import time
from contextlib import suppress

from saddle_engine.events import Record
from saddle_engine.state import RunState
from saddle_engine.types.steering import RunStatus
from saddle_runs.finishing import leaving
from saddle_runs.folder import RunFolder
from saddle_runs.viewer import RunViewer
from saddle_runs.watching import watching
from saddle_tui.aborted import why_over
from saddle_tui.ask import NotDone, ask
from saddle_tui.hints import on_run
from saddle_tui.last_words import how_it_ended
from saddle_tui.liveness import engine_alive
from saddle_tui.reading import open_viewer
from saddle_tui.story import line
from saddle_tui.text.safe import clean

POLL_S = 0.125
DONE, FAILED, LIMIT, ABORTED, INTERRUPTED = 0, 1, 3, 4, 130


def follow(folder: RunFolder, *, as_json: bool) -> int:
    """Print events of interest until the engine is gone; returns the exit code.

    The first Ctrl-C stops the engine in good order, a second one leaves it alone and returns.
    """
    with leaving(folder), open_viewer(folder) as viewer, watching(folder):
        state = RunState()
        try:
            _print_all(folder, viewer, state, as_json=as_json)
        except KeyboardInterrupt:
            print("stopping the engine; Ctrl-C again leaves it running", file=sys.stderr)
            with suppress(NotDone):  # it has left already
                ask(folder, "stop", {}, wait_s=0)
            _print_all(folder, viewer, state, as_json=as_json)
            _say_what_next(folder, state)
            return INTERRUPTED
        _say_what_next(folder, state)
        return exit_code(state)


def _say_what_next(folder: RunFolder, state: RunState) -> None:
    """The command that goes on, unless the run is done."""
    if state.status is RunStatus.DONE:
        return
    if over := why_over(state):
        print(clean(over), file=sys.stderr)
        return
    ended = "not finished" if state.engine is None else f"the engine {how_it_ended(folder.log)}"
    reached = state.paused.by if state.status is RunStatus.PAUSED and state.paused else ""
    more = f" --limit {reached}=N" if reached in state.limits else ""
    print(clean(f"{ended}; go on with: {on_run(folder, 'resume')}{more}"), file=sys.stderr)


def exit_code(state: RunState) -> int:
    """What a run that no engine works on any more means to a script."""
    match state.status:
        case RunStatus.DONE:
            return DONE
        case RunStatus.PAUSED if state.paused and state.paused.by != "operator":
            return LIMIT
        case RunStatus.FAILED:
            return FAILED
        case RunStatus.ABORTED:
            return ABORTED
        case _:
            return INTERRUPTED if state.engine is None else FAILED


def _print_all(folder: RunFolder, viewer: RunViewer, state: RunState, *, as_json: bool) -> None:
    while True:
        alive = engine_alive(folder)
        records = viewer.tail(state.seq)
        for record in records:
            state.apply(record)
            _print(record, state, as_json=as_json)
        if not records:
            if not alive:
                return
            time.sleep(POLL_S)


def _print(record: Record, state: RunState, *, as_json: bool) -> None:
    shown = line(record.event, state)
    if shown is None:
        return
    print(_json(record) if as_json else clean(shown), flush=True)


def _json(record: Record) -> str:
    """JSON leaves DEL as it is, also in ASCII."""
    return record.model_dump_json(ensure_ascii=True).replace("\x7f", "\\u007f")
