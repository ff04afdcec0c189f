"""Taking text out of the screen: to the clipboard, into a pager."""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import tempfile
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, cast

from saddle_engine.errors import JournalError
from saddle_tui.actions.action import LOOKING, Action
from saddle_tui.copies import Copy, copies
from saddle_tui.matter import matter
from saddle_tui.screens.contents import CONTENTS
from saddle_tui.screens.copy_menu import CopyMenu
from saddle_tui.term.clipboard import copy
from saddle_tui.term.handing import hand_over
from saddle_tui.text.safe import SafeText, clean, joined
from saddle_tui.view import View

if TYPE_CHECKING:
    from saddle_tui.app import SaddleApp
    from saddle_tui.screens.main import MainScreen

PAGERS = ("less", "more", "cat")
MOST_LINES = 200_000
"""Of what is copied; a pager gets all."""


def pager() -> list[str]:
    """The operator's, as words: `$PAGER`, else what there is.

    Raises:
        ValueError: `$PAGER` is no command line.
    """
    words = shlex.split(os.environ.get("PAGER", ""))
    return words or [next(filter(shutil.which, PAGERS), PAGERS[-1])]


def _menu(screen: MainScreen, view: View) -> None:
    offered = copies(view, screen.stand.here)
    screen.app.push_screen(CopyMenu(offered), partial(_chosen, screen, view, screen.stand.here))


def _named(screen: MainScreen, view: View, name: str) -> None:
    offered = {each.name: each for each in copies(view, screen.stand.here)}
    if name in offered:
        _chosen(screen, view, screen.stand.here, offered[name])
    else:
        screen.voice.tell(f"copy: {name} is none of {', '.join(offered)}")


def _chosen(screen: MainScreen, view: View, pane: str, what: Copy | None) -> None:
    if what is None:
        return
    lines = (
        iter([what.text]) if what.text is not None else matter(screen.folder, CONTENTS[pane], view)
    )
    screen.run_worker(partial(_copy, screen, what.name, lines), thread=True, group="copy")


def _copy(screen: MainScreen, name: str, lines: Iterator[SafeText]) -> None:
    """On a thread of its own: it may have to read, and waits for tmux."""
    app = cast("SaddleApp", screen.app)
    try:
        text = joined(islice(lines, MOST_LINES))
        told = copy(text, lambda sequence: app.call_from_thread(app.window.send, sequence))
    except JournalError as error:
        told = clean(f"cannot be read: {error}")
    app.call_from_thread(screen.voice.note, f"{name}: {told}")
    app.call_from_thread(screen.draw)


async def _page(screen: MainScreen, view: View) -> None:
    """The text in a file of its own, that nobody else can read and that is gone afterwards."""
    lines = matter(screen.folder, CONTENTS[screen.stand.here], view)
    try:
        with tempfile.TemporaryDirectory(prefix="saddle-tui-") as folder:
            path = Path(folder) / f"{screen.stand.here}.txt"
            command = [*pager(), str(path)]
            wrong = await asyncio.to_thread(_write, path, lines)
            wrong = wrong or await hand_over(screen.app, command)
    except ValueError as error:
        wrong = f"PAGER is no command line: {error}"
    except OSError as error:
        wrong = f"the text cannot be written down: {error}"
    if wrong:
        screen.voice.tell(f"pager: {wrong}")
        screen.draw()


def _write(path: Path, lines: Iterator[SafeText]) -> str:
    try:
        with path.open("w", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines)
    except (JournalError, OSError) as error:
        return f"the text cannot be written down: {error}"
    return ""


def _pager(screen: MainScreen, view: View) -> None:
    screen.run_worker(_page(screen, view), group="pager", exclusive=True)


ACTIONS: tuple[Action, ...] = (
    Action("copy", "copy", "copy a line, an id, a whole text, a path or a command", LOOKING, _menu,
           takes="line|id|body|path|command", do_with=_named),
    Action("pager", "pager", "read all that this pane is about in $PAGER", LOOKING, _pager),
)  # fmt: skip
