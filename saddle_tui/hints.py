"""Commands as an operator would type them, in this folder and this environment."""

import os
import shlex
from pathlib import Path

from saddle_runs.folder import RunFolder
from saddle_runs.home import find_home
from saddle_tui.text.safe import SafeText, clean


def command(home: Path, words: str) -> SafeText:
    """`saddle-tui WORDS`, with `--home` where it would not be found otherwise."""
    found = find_home(None, os.environ, _here())
    where = "" if found == home else f"--home {shlex.quote(str(home))} "
    return clean(f"saddle-tui {where}{words}")


def _here() -> Path:
    """This folder; a screen outlives the removal of the one that it was started in."""
    try:
        return Path.cwd()
    except FileNotFoundError:
        return Path("/")


def on_run(folder: RunFolder, verb: str) -> SafeText:
    """`saddle-tui VERB RUN` likewise."""
    return command(folder.path.parent.parent, f"{verb} {folder.id}")
