"""What can be copied of the place where one is."""

from typing import NamedTuple

from saddle_tui.hints import on_run
from saddle_tui.screens.contents import CONTENTS, LISTS
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.view import View

WIDTH, ROWS = 200, 200


class Copy(NamedTuple):
    """A thing that can be copied."""

    key: str
    name: str
    text: SafeText | None
    """None for what has to be read first: all that the pane is about."""


def copies(view: View, pane: str) -> list[Copy]:
    """All of them, with the keys that choose them."""
    id_ = _id(view, pane)
    return [
        Copy("l", "line", _line(view, pane, id_)),
        Copy("i", "id", clean(id_)),
        Copy("b", "body", None),
        Copy("p", "path", clean(view.folder.file or view.folder.path)),
        Copy("c", "command", _command(view, id_)),
    ]


def _id(view: View, pane: str) -> str:
    """What the pane has selected, or is about."""
    match pane:
        case "trace":
            found = view.subject
        case "patch":
            found = view.patch or ""
        case "node":
            found = view.node or ""
        case _:
            found = LISTS[pane].now(view) if pane in LISTS else view.selected
    return found or view.folder.id


def _line(view: View, pane: str, id_: str) -> SafeText:
    """The row of what is selected, else the newest line."""
    content = CONTENTS[pane]
    lines = ["".join(text for text, _ in line) for line in content.lines(view, WIDTH, ROWS)]
    rows = [line for line in lines if id_ in line.split()] or lines or [""]
    return clean((rows[-1] if content.foot else rows[0]).strip())


def _command(view: View, id_: str) -> SafeText:
    """What does something with it on a command line."""
    folder = view.folder
    if id_ == view.node and id_ in {node.id for node in view.state.dag}:
        return on_run(folder, "export", f"--node {id_} --to DIR")
    if folder.file is not None:
        return on_run(folder, "show")
    if id_ in view.state.patches:
        return on_run(folder, "steer", f"approve {id_}")
    return on_run(folder, "attach")
