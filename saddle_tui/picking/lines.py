"""The list of runs as lines."""

from collections.abc import Sequence

from saddle_tui.keymap import key_of
from saddle_tui.picking.nothing import no_runs
from saddle_tui.picking.picking import Picking, Row
from saddle_tui.text.glyphs import HELD, LEFT, RUNNING, STATUS, WRONG, Sign
from saddle_tui.text.safe import clean
from saddle_tui.text.width import fit, pad
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.words import MUTED

STALE_S = 5.0
"""A live engine gives a sign every second."""
COLUMNS = (
    ("name", 18, 0),
    ("status", 12, 0),
    ("phase", 11, 70),
    ("it", 4, 48),
    ("best", 17, 56),
    ("spent", 23, 92),
    ("sign", 9, 62),
    ("host", 12, 110),
)
"""Their cells, and the width from which they are there."""


def window(picking: Picking, rows: int) -> Sequence[Row]:
    """The rows that are in sight."""
    all_, rows = picking.rows(), max(rows, 1)
    first = min(max(picking.at - rows // 2, 0), max(len(all_) - rows, 0))
    return all_[first : first + rows]


def lines(picking: Picking, here: str, width: int, rows: int) -> list[Line]:
    """The part around where one is.

    Args:
        picking: the runs.
        here: the id of the run that is shown now.
        width: cells.
        rows: lines.
    """
    if picking.trouble:
        return [[(fit(picking.trouble, width), "$text-error")]]
    if not picking.listed:
        return [[(fit("looking for runs ...", width), MUTED)]]
    if not picking.rows():
        said = [f"no run matches {picking.typed}; Backspace widens"]
        return [
            [(fit(each, width), "")] for each in (said if picking.typed else no_runs(picking.home))
        ]
    head = "".join(f"{name:<{cells}}" for name, cells, _ in _columns(width))
    chosen = picking.chosen()
    shown = window(picking, rows - 1)
    return [
        [(fit(f"    {head}", width), MUTED)],
        *(
            _line(row, here, width, chosen=chosen is not None and row.head == chosen.head)
            for row in shown
        ),
    ]


def told(picking: Picking, here: str) -> str:
    """About the run where one is: why it cannot be opened, or what Enter does. Hostile text is possible."""
    row = picking.chosen()
    if row is None:
        return ""
    name = f"{row.head.folder.name} ({row.head.folder.id})"
    if why := picking.why_not(row):
        return f"{name} cannot be opened: {why}"
    if row.head.folder.id == here:
        return f"{name} is on the screen"
    if row.facts is not None and row.facts.status.startswith("idle"):
        return f"Enter shows {name}: its engine left, for nobody came; {key_of('revive')} there resumes it"
    goes_on = any(each.head.alive and each.head.folder.id == here for each in picking.rows())
    return (
        f"Enter shows {name}; the run behind this window goes on"
        if goes_on
        else f"Enter shows {name}, Ctrl-R replays it"
    )


def _columns(width: int) -> list[tuple[str, int, int]]:
    return [column for column in COLUMNS if width >= column[2]]


def _line(row: Row, here: str, width: int, *, chosen: bool) -> Line:
    sign, cells = _sign(row), _cells(row)
    mark = "›" if chosen else " "
    said = "".join(pad(cells[name], room - 1) + " " for name, room, _ in _columns(width))
    style = "bold" if chosen else MUTED if row.facts is None or row.facts.trouble else ""
    at = "*" if row.head.folder.id == here else " "
    return [
        (clean(f"{mark}{sign.glyph}"), sign.style),
        (clean(at), "bold"),
        (fit(f" {said}", width - 3), style),
    ]


def _sign(row: Row) -> Sign:
    facts = row.facts
    if facts is None:
        return RUNNING if row.head.alive else LEFT
    if facts.trouble:
        return WRONG
    if facts.waits and row.head.alive:
        return HELD
    return STATUS.get(facts.status.split(",")[0], LEFT)


def _cells(row: Row) -> dict[str, str]:
    folder, facts = row.head.folder, row.facts
    cells = dict.fromkeys((name for name, _, _ in COLUMNS), "")
    cells |= {"name": folder.name, "host": row.head.host, "status": "reading ..."}
    if facts is None:
        return cells
    gain = "" if facts.gain is None else f" {facts.gain:+.3f}"
    return cells | {
        "status": f"{facts.waits} held" if facts.waits and row.head.alive else facts.status,
        "phase": facts.phase,
        "it": str(facts.iteration or ""),
        "best": f"{facts.best}{gain}",
        "spent": facts.spent,
        "sign": _age(facts.silent_s),
        "host": facts.host or row.head.host,
    }


def _age(silent_s: float | None) -> str:
    if silent_s is None:
        return ""
    return "now" if silent_s < STALE_S else f"{_span(silent_s)} ago"


def _span(seconds: float) -> str:
    for unit, size in (("d", 86400), ("h", 3600), ("m", 60)):
        if seconds >= size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"
