"""What stood out at the moment that is shown; nothing can be done about it any more, but to look on."""

from saddle_tui.keymap import key_of
from saddle_tui.notice import notices
from saddle_tui.stage import held
from saddle_tui.text.glyphs import HELD, PAUSED, RUNNING, WRONG, Sign
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.view import View


def then(view: View) -> list[tuple[Sign, SafeText]]:
    """The sentences; at the end of a run that nobody writes, those of the run itself."""
    past = view.replay
    if past is None or past.over or view.trouble is not None:
        return notices(view, steers=False)
    if view.state.run is None or view.behind:
        return []
    if past.seq <= 1 and not past.playing:
        return [(RUNNING, clean(_welcome()))]
    return [(sign, clean(f"{text}; {_on()}")) for sign, text in _then(view)]


def _then(view: View) -> list[tuple[Sign, str]]:
    state = view.state
    match view.status:
        case "failed":
            return [(WRONG, f"the engine gave up here: {state.error}")]
        case "interrupted":
            return [(WRONG, "no engine was at work here")]
        case "paused":
            paused = state.paused
            by_hand = paused is None or paused.by == "operator"
            why = "by the operator" if by_hand or paused is None else f": {paused.reason}"
            return [(PAUSED, f"paused here {why}".replace(" :", ":"))]
        case _:
            waiting = held(view)
            shows = f"{key_of('patches')} shows it"
            return (
                [(HELD, f"{waiting[0]} waited here for the operator: {shows}")] if waiting else []
            )


def _welcome() -> str:
    """Nothing has happened yet: the panes have next to nothing to show."""
    play, on, end = map(key_of, ("play", "iteration_on", "to_end"))
    return f"the start: {play} plays the run, {on} goes to the next iteration, {end} to the end"


def _on() -> str:
    return f"{key_of('event_on')} shows what came next"
