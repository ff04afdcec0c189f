"""The screen on a made-up run, in a real terminal of its own and with settings of nobody else's."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

from saddle_runs.folder import RunFolder
from tests.tui.terminals import Terminal, terminal

MOUSE = (b"?1000h", b"?1002h", b"?1003h", b"?1006h", b"?1015h", b"?1016h")
RESTORED = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1004l", b"\x1b[?2004l", b"\x1b[?7h")
KITTY = b"\x1b[>"
BEGINS = b"\x1b[?1049h"


def home_of(run: RunFolder) -> Path:
    """Where the run is kept."""
    return run.path.parent.parent


def private(folder: Path) -> dict[str, str]:
    """An environment whose settings and state are in a folder."""
    return {"XDG_STATE_HOME": str(folder / "state"), "XDG_CONFIG_HOME": str(folder / "config")}


@contextmanager
def attached(
    run: RunFolder,
    *flags: str,
    environment: Mapping[str, str] = MappingProxyType({}),
    up: bool = True,
    **how: Any,
) -> Iterator[Terminal]:
    """`saddle-tui attach RUN FLAGS`; once it is `up`, its panes have been painted."""
    words = ["--home", str(home_of(run)), "attach", run.id, *flags]
    with terminal(words, environment=private(home_of(run)) | dict(environment), **how) as screen:
        if up:
            screen.wait_for(b"Rollouts")
            screen.wait_for(b"SIMULATED")
            screen.wait_for(b"DRIVER")
        yield screen


def command(screen: Terminal, words: bytes) -> None:
    """Give a command on the line of the screen."""
    before = len(screen.seen)
    screen.type(b":")
    screen.wait_for(b"Tab completes", before)
    screen.drain(0.2)
    screen.type(words + b"\r")


def assert_restored(written: bytes) -> None:
    """After its last frame it has put back whatever it had changed."""
    end = written[written.rindex(b"Rollouts") :]
    assert [mode for mode in RESTORED if mode not in end] == []
    for mode in MOUSE:
        assert written.count(mode) <= end.count(mode.replace(b"h", b"l")), mode
    assert KITTY not in written
