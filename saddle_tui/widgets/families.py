"""Scores by family of tasks."""

from saddle_tui.text.safe import SafeText, clean
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line


def title(view: View) -> SafeText:
    """What it is."""
    return clean("Families")


def families(view: View, width: int, rows: int) -> list[Line]:
    """As many lines as there is room for."""
    return []
