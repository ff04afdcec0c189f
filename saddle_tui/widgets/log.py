"""Every record of the journal, a line each, the newest at the bottom."""

from collections.abc import Hashable

from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import fit, pad
from saddle_tui.trace.happened import Happened
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.words import MUTED, not_yet, sentence

KIND_CELLS, SUBJECT_CELLS, CLOCK_CELLS = 17, 6, 8
ROOMY = 56
STYLES = {
    "NodeAdmitted": "$text-success",
    "PatchApproved": "$text-success",
    "RunFinished": "$text-success",
    "RunFailed": "$text-error",
    "RolloutBroke": "$text-error",
    "PatchVetoed": "$text-error",
    "CommandRefused": "$text-error",
    "RunAborted": "$text-error",
    "CallUnknown": "$text-error",
    "ApprovalAsked": "bold $text-warning",
    "RunPaused": "bold $text-warning",
    "CallRefused": "$text-warning",
    "IterationStarted": "bold",
    "RunSealed": "bold",
    "CommandAccepted": "$text-primary",
}
"""By kind; the kind itself tells as much."""


def title(view: View) -> SafeText:
    """How long it is, and whether it goes on by itself."""
    newer = view.state.seq - (view.log.rows[-1].seq if view.log.rows else view.log.last)
    how = "TAIL" if view.log.tail else "PAUSED"
    more = f"  {newer:,} newer" if not view.log.tail and newer > 0 else ""
    back = f"  searched back to {view.log.searched:,} ..." if view.log.searching else ""
    return clean(f"Log  {how}  {view.state.seq:,} records{more}{back}")


def key(view: View) -> Hashable:
    """Changes with the rows that are shown."""
    return view.log, view.status, view.behind


def log(view: View, width: int, rows: int) -> list[Line]:
    """Number, time, kind, whom it is about, and the rest in short."""
    if view.log.trouble:
        return sentence(view.log.trouble, width, "$text-error")
    if not view.log.rows:
        return sentence(_nothing(view), width)
    digits = max(len(f"{view.state.seq}"), 3)
    return [_line(view, each, width, digits) for each in view.log.rows[-max(rows, 1) :]]


def _line(view: View, each: Happened, width: int, digits: int) -> Line:
    here = not view.log.tail and each.seq == view.log.cursor
    style = "bold" if here else ""
    number = clean(f"{'›' if here else ' '}{each.seq:>{digits}} ")
    kind = pad(each.kind, KIND_CELLS)
    subject = pad(each.subject, SUBJECT_CELLS)
    clock = clean(
        f"{_clock(each.at - view.recent.began):>{CLOCK_CELLS}}  " if width >= ROOMY else ""
    )
    used = len(number) + len(clock) + KIND_CELLS + SUBJECT_CELLS + 2
    text = fit(each.text, max(width - used, 0))
    line: Line = [
        (number, style or MUTED),
        (clock, MUTED),
        (kind, f"{style} {STYLES.get(each.kind, '')}".strip()),
        (clean(f" {subject} "), style),
        (text, style),
    ]
    return line if used <= width else [(fit(f"{number}{each.kind} {each.subject}", width), style)]


def _nothing(view: View) -> str:
    if view.behind or (view.log.searched and not view.lens.filters.get("log")):
        return "reading the journal ..."
    if words := view.lens.filters.get("log", ""):
        far = f"searched back to record {view.log.searched:,} ..." if view.log.searched else ""
        return far or f"no record matches {words!r}; / changes it, Esc shows all"
    return not_yet(view, "waiting for the first record")


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"
