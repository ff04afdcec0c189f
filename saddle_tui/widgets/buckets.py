"""What the patches fixed and broke."""

from saddle_tui.text.safe import SafeText, clean
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line


def title(view: View) -> SafeText:
    """What it is."""
    return clean("Buckets")


def buckets(view: View, width: int, rows: int) -> list[Line]:
    """As many lines as there is room for."""
    return []
