"""The sessions of the agents, the newest first."""

from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import fit
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line


def title(view: View) -> SafeText:
    """How many there are."""
    return clean(f"Sessions  {len(view.state.sessions)}")


def order(view: View) -> list[str]:
    """Ids as they are listed."""
    return list(reversed(view.state.sessions))


def diagnoses(view: View, width: int, rows: int) -> list[Line]:
    """One line each."""
    return [
        [(fit(f"{each} {view.state.sessions[each].started.agent}", width), "")]
        for each in list(reversed(view.state.sessions))[:rows]
    ]
