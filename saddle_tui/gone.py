"""Why no engine is at work on a run, in words, and how it goes on."""

from saddle_tui.hints import on_run
from saddle_tui.keymap import key_of
from saddle_tui.requests import cannot_resume
from saddle_tui.text.width import fit
from saddle_tui.view import View
from saddle_tui.widgets.waiting import short_time

WORDS_CELLS = 100
"""Of last words; the command behind them must not be cut."""

DOES = {"resume": "resumes it", "raise the limit": "resumes it with a higher limit"}


def why_gone(view: View) -> str:
    """Since when, how it ended, and what it said last. Hostile text is possible."""
    left, engine = view.state.left, view.engine
    if left is not None:
        return f"no engine is at work, the last one left: {fit(left.reason, WORDS_CELLS)}"
    if view.state.engine is None:
        return "no engine is at work"
    since = "" if engine.silent_s is None else f" for {short_time(engine.silent_s)}"
    cause = engine.cause and f", {engine.cause}"
    words = engine.words and f", its last words: {fit(engine.words, WORDS_CELLS)}"
    return f"the engine has been gone{since}{cause}{words}"


def how_on(view: View, what: str = "resume", more: str = "", *, steers: bool) -> str:
    """The key and the command.

    Args:
        view: of the run.
        what: the command is to do: `resume`, `go on`, `raise the limit`.
        more: options of the command.
        steers: whether this screen's keys do.
    """
    if view.folder.file is not None:
        return "it goes on in its own home alone"
    typed = on_run(view.folder, "resume", more)
    if steers and what in DOES and view.replay is None and not cannot_resume(view):
        return f"{key_of('revive')} {DOES[what]}, or type: {typed}"
    return f"{what} with: {typed}"
