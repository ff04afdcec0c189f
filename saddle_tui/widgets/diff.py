"""A unified diff with signs, words and colours; no line of it can pose as another kind."""

from collections.abc import Iterable, Iterator

from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import wrap
from saddle_tui.widgets.pane import Line

ROWS = 20  # of one long line
STYLES = {"+": "$text-success", "-": "$text-error", "@": "$text-primary", "\\": "$text-muted"}
HEAD = "bold"


def diff_lines(diff: Iterable[SafeText], width: int) -> Iterator[Line]:
    """The lines, wrapped; the rows that go on are indented behind the sign."""
    in_head = True
    for line in diff:
        if line.startswith("diff --git "):
            in_head = True
        elif line.startswith("@@"):
            in_head = False
        style = HEAD if in_head else STYLES.get(line[:1], "")
        for number, row in enumerate(wrap(line, max(width, 2), ROWS, indent=1)):
            sign = line[:1] if number and not in_head and line[:1] in "+-" else ""
            yield [(clean(sign + row[len(sign) :]), style)]
