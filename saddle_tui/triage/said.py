"""One line of plain words for each thing that was decided. Hostile text is possible."""

from saddle_runs.decisions import (
    Choice,
    Chose,
    Commented,
    Edited,
    Moved,
    Resolved,
    Row,
    Said,
    Undone,
)

CHOSE = {Choice.CHOSEN: "chosen", Choice.LEFT: "left out", Choice.OPEN: "open again"}


def told(row: Row) -> str:
    """What, and by whom."""
    return f"{_what(row.said)}, by {row.by}"


def _what(said: Said) -> str:
    match said:
        case Chose(patch=patch, choice=choice, reason=reason):
            return f"{patch} {CHOSE[choice]}{': ' * bool(reason)}{reason}"
        case Moved(patch=patch, before=before):
            return f"{patch} moved {f'before {before}' if before else 'to the end'}"
        case Commented(patch=patch, text=text):
            return f"{patch} commented: {text}"
        case Edited(patch=patch, files=files):
            return f"{patch} edited: {', '.join(files) or 'as it was at first'}"
        case Resolved(path=path, patch=patch):
            return f"the conflict of {patch} in {path} resolved"
        case Undone(seq=seq):
            return f"decision {seq} taken back"
