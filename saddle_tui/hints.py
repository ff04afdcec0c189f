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


def on_run(folder: RunFolder, verb: str, more: str = "") -> SafeText:
    """`saddle-tui VERB RUN MORE` likewise, for a run or a lone file."""
    words = f"{verb} {called(folder)} {more}".strip()
    return command(folder.home, words) if folder.file is None else clean(f"saddle-tui {words}")


def called(folder: RunFolder) -> str:
    """How a command names the run."""
    if folder.shipped:
        return "--example"
    return folder.id if folder.file is None else shlex.quote(str(folder.file))
