"""The patches of a run: those that wait for the operator first."""

from saddle_engine.types.base import PatchId
from saddle_tui.stage import held
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import fit
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line


def title(view: View) -> SafeText:
    """How many wait."""
    return clean(f"Patches  {len(held(view))} held")


def order(view: View) -> list[str]:
    """Ids as they are listed: held ones, then the newest first."""
    waiting = held(view)
    return [*waiting, *(each for each in reversed(view.state.patches) if each not in waiting)]


def patches(view: View, width: int, rows: int) -> list[Line]:
    """One line each."""
    return [
        [(fit(f"{each} {view.state.patches[PatchId(each)].status}", width), "")]
        for each in order(view)[:rows]
    ]
