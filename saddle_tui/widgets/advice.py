"""The notices, wrapped so that their commands can be read and copied whole."""

from saddle_tui.notice import notices
from saddle_tui.replaying.notice import then
from saddle_tui.text.safe import clean
from saddle_tui.text.width import wrap
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line

ROWS = 4  # of one notice


def advice(view: View, width: int, rows: int, *, steers: bool = True) -> list[Line]:
    """Nothing while the run just works; `steers`: whether this screen's keys do."""
    lines: list[Line] = []
    found = notices(view, steers=steers) if view.replay is None else then(view)
    for sign, text in found:
        first, *more = wrap(text, width - 2, ROWS)
        lines.append([(clean(f"{sign.glyph} "), sign.style), (first, "bold")])
        lines.extend([(clean("  "), ""), (each, "bold")] for each in more)
    return lines
