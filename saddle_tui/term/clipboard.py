"""Copying: by way of tmux or the terminal where that may work, and always into a file.

No terminal tells whether it took the text, so nobody is told that it did.
"""

import base64
import os
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

from saddle_runs.places import state_folder
from saddle_tui.state_files import shown, write_private
from saddle_tui.text.safe import SafeText, clean

LONGEST = 74_000
"""Characters of the sequence; many terminals drop a longer one."""
PATIENCE_S = 2.0
"""For tmux."""

Send = Callable[[str], None]
"""Writes to the terminal."""


def copy(text: SafeText, send: Send, environ: Mapping[str, str] = os.environ) -> SafeText:
    """Send the text wherever it may arrive; says where it went. Waits for tmux and the disk."""
    kept = _keep(text, environ)
    return clean(f"{_send(text, send, environ)} ({len(text):,} characters); {kept}")


def _keep(text: SafeText, environ: Mapping[str, str]) -> str:
    path = last_copied(environ)
    try:
        return f"also in {shown(write_private(path, text))}"
    except OSError as error:
        return f"it could not be written to {path}: {error.strerror}"


def _send(text: SafeText, send: Send, environ: Mapping[str, str]) -> str:
    if environ.get("TMUX"):
        return _to_tmux(text)
    if environ.get("STY"):
        return "GNU screen hands nothing to the clipboard: take it from the file"
    if environ.get("TERM", "").startswith(("linux", "vt")):
        return "this terminal has no clipboard: take it from the file"
    coded = base64.b64encode(text.encode()).decode()
    if len(coded) > LONGEST:
        return "too long for a terminal's clipboard: take it from the file"
    send(f"\x1b]52;c;{coded}\x07")
    return "sent to the terminal's clipboard"


def _to_tmux(text: SafeText) -> str:
    """`-w` hands it on to the terminal outside, with tmux's default settings too; before 3.2 there is none."""
    for words, told in (
        (["load-buffer", "-w", "-"], "sent to tmux and through it to the terminal's clipboard"),
        (["load-buffer", "-"], "sent to tmux: its paste key gives it back"),
    ):
        try:
            done = subprocess.run(
                ["tmux", *words],
                input=text.encode(),
                capture_output=True,
                timeout=PATIENCE_S,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return f"tmux did not take it ({type(error).__name__}): take it from the file"
        if done.returncode == 0:
            return told
    return "tmux did not take it: take it from the file"


def last_copied(environ: Mapping[str, str] = os.environ) -> Path:
    """The file with what was copied last."""
    return state_folder(environ) / "clip" / "last.txt"
