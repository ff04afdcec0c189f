"""The notices, wrapped so that their commands can be read and copied whole."""

from saddle_tui.notice import notices
from saddle_tui.text.safe import clean
from saddle_tui.text.width import wrap
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line

ROWS = 4  # of one notice


def advice(view: View, width: int, rows: int, *, steers: bool = True) -> list[Line]:
    """Nothing while the run just works; `steers`: whether this screen's keys do."""
    lines: list[Line] = []
    for sign, text in notices(view, steers=steers):
        first, *more = wrap(text, width - 2, ROWS)
        lines.append([(clean(f"{sign.glyph} "), sign.style), (first, "bold")])
        lines.extend([(clean("  "), ""), (each, "bold")] for each in more)
    return lines
