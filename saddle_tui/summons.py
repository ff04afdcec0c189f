"""What a run waits for a person for, in a few words each: for the bell, the window's title and a message elsewhere."""

from saddle_tui.stage import held
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import fit
from saddle_tui.view import View

CELLS = 80
"""Of a reason; a title has no room for more."""


def summons(view: View) -> list[SafeText]:
    """The most urgent first; empty while the run works, is done, or was stopped by its operator."""
    if view.behind or view.state.run is None:
        return []
    match view.status:
        case "failed":
            return [clean("the engine failed")]
        case "interrupted":  # one that left in good order was told to
            return [clean("the engine is gone")] if view.state.engine is not None else []
        case "paused":
            return _paused(view)
        case _:
            return [clean(f"{patch} waits") for patch in held(view)]


def _paused(view: View) -> list[SafeText]:
    paused = view.state.paused
    if paused is None or paused.by == "operator":
        return []
    if paused.by in view.state.limits:
        return [fit(f"limit {paused.by} reached", CELLS)]
    return [fit(f"paused: {paused.reason}", CELLS)]
