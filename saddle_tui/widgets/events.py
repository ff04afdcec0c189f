"""The newest lines of the story, the last one at the bottom."""

from saddle_tui.story import Told
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import fit, wrap
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line

ROWS = 2  # of one line of the story
INDENT = 4


def title(view: View) -> SafeText:
    """How long the journal is."""
    return clean(f"Events  record {view.state.seq:,}")


def events(view: View, width: int, rows: int) -> list[Line]:
    """As many as fit, wrapped."""
    if not view.told:
        return [[(fit("waiting for the first record", width), "$text-muted")]]
    lines: list[Line] = []
    for told in reversed(view.told):
        lines[:0] = _told(told, width)
        if len(lines) >= rows:
            break
    return lines[-max(rows, 1) :]


def _told(told: Told, width: int) -> list[Line]:
    clock = _clock(told.at_s)
    blank = clean(" " * len(clock))
    texts = wrap(told.text, width - len(clock), ROWS, INDENT)
    return [
        [(clock if number == 0 else blank, "$text-muted"), (text, told.style)]
        for number, text in enumerate(texts)
    ]


def _clock(seconds: float) -> SafeText:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return clean(f"{hours}h{minutes:02}  " if hours else f"{minutes:2}:{rest:02} ")
