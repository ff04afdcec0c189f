"""Sentences and paragraphs as lines of a pane."""

import re

from saddle_tui.text.safe import NOTHING, SafeText, clean
from saddle_tui.text.width import fit, pad, wrap
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line

MUTED = "$text-muted"
SENTENCE_ROWS = 4
LABEL_CELLS = 9
OVER = {
    "done": "the run is done",
    "testing": "the search is over",
    "aborted": "the run was aborted",
}
"""Why nothing will come any more."""


def sentence(text: str, width: int, style: str = MUTED) -> list[Line]:
    """What a pane says that has nothing else to show."""
    return [[(line, style)] for line in wrap(clean(text), max(width, 1), SENTENCE_ROWS)]


def labelled(label: str, text: object, width: int, rows: int = 3, style: str = "") -> list[Line]:
    """A paragraph behind a label; the label stands alone where there is no room."""
    cells = width - LABEL_CELLS
    if cells < LABEL_CELLS:
        return [[(fit(f"{label} {text}", width), style)]]
    texts = wrap(clean(text), cells, rows)
    labels: list[SafeText] = [clean(label), *[NOTHING] * (len(texts) - 1)]
    return [
        [(pad(label, LABEL_CELLS), MUTED), (text, style)]
        for label, text in zip(labels, texts, strict=True)
    ]


def not_yet(view: View, hope: str) -> str:
    """Why there is nothing: what is hoped for, or why it will not come now."""
    if view.behind:
        return "reading the journal ..."
    match view.status:
        case "interrupted" | "failed":
            return f"{hope}, once the run is resumed"
        case "paused":
            return f"{hope}, once the run goes on"
        case "done" | "testing" | "aborted":
            what = re.split("[:;]", hope)[0].removesuffix(" yet")
            return f"{what}: {OVER[view.status]}"
        case _:
            return hope
