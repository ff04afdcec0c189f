"""git, which keeps the harnesses of a run."""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

from saddle_engine.adapters.git import OLDEST, Git
from saddle_engine.errors import ConfigError
from saddle_tui.doctor.finding import Finding, missing, ok
from saddle_tui.doctor.needs import Needs

GET = "install git, such as: sudo apt-get install git"


def git(needs: Needs) -> Iterator[Finding]:
    """Its version."""
    wanted = ".".join(map(str, OLDEST))
    try:
        found = asyncio.run(Git(Path(os.devnull), deadline_s=2).version())
    except ConfigError:
        yield missing("git", "not on PATH", GET)
        return
    shown = ".".join(map(str, found))
    if found < OLDEST:
        yield missing("git", f"{shown}; expected {wanted} or newer", GET)
    else:
        yield ok("git", f"{shown} ({wanted} or newer is needed)")
