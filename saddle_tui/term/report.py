"""What is kept of a bug in the screen: where it was and what was done before, never what was seen or typed."""

import os
import platform
from collections.abc import Iterable, Mapping
from pathlib import Path

from saddle_runs.places import state_folder
from saddle_tui import __version__
from saddle_tui.state_files import write_private
from saddle_tui.term.log import crash_text

KEPT = 200
"""Actions before it."""


def write_report(
    run: str, error: BaseException, deeds: Iterable[str], environ: Mapping[str, str] = os.environ
) -> Path:
    """Write it into a file of this user alone.

    Args:
        run: its id.
        error: the bug; of its variables nothing is written, and of its message nothing is changed.
        deeds: ids of actions, the oldest first.
        environ: of this process.

    Raises:
        OSError: it cannot be written.
    """
    path = state_folder(environ) / "reports" / f"{run}-{os.getpid()}.txt"
    about = f"saddle-tui {__version__}, Python {platform.python_version()}, run {run}"
    terminal = f"TERM {environ.get('TERM')}, tmux {bool(environ.get('TMUX'))}, ssh {bool(environ.get('SSH_TTY'))}"
    done = " ".join(list(deeds)[-KEPT:]) or "none"
    return write_private(path, f"{about}\n{terminal}\n\n{crash_text(error)}\nactions: {done}\n")
