"""Which program this is and what it runs on, as `doctor` knows it."""

import os
import platform
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from saddle_runs.salvage import SQLITE
from saddle_tui import __version__
from saddle_tui.config import settings_of
from saddle_tui.doctor.examine import PROBES, examine
from saddle_tui.doctor.needs import Needs

LOOKS = ("program", "git", "docker", "terminal", "logout")
"""The probes whose answer does not change from one minute to the next."""
VARIABLES = ("TERM", "COLORTERM", "NO_COLOR", "LANG", "LC_ALL", "SADDLE_THEME")
"""Of the environment: what a screen looks like depends on them."""
BETWEEN = ("TMUX", "STY", "SSH_CONNECTION", "SSH_TTY")
"""Of these, only whether they are there."""


def versions() -> dict[str, str]:
    """Of everything that a bug can be of."""
    return {
        "saddle-tui": __version__,
        "python": platform.python_version(),
        "sqlite": SQLITE,
        "textual": version("textual"),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "distribution": _distribution(),
    }


def surroundings(home: Path, redact: Callable[[str], str]) -> dict[str, Any]:
    """The terminal, and what `doctor` says of program, git, Docker and logout."""
    needs = Needs(settings_of({"harness": {"bundled": "react"}}), None, home, dict(os.environ))
    groups = examine(needs, [probe for probe in PROBES if probe.group in LOOKS])
    return {
        "environment": {name: redact(os.environ.get(name, "")) or None for name in VARIABLES}
        | {name: bool(os.environ.get(name)) for name in BETWEEN},
        "doctor": [
            f"{finding.level.value}: {finding.name}: {redact(finding.found)}"
            for group in groups
            for finding in group.findings
        ],
    }


def _distribution() -> str:
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME", "")
    except OSError:
        return ""
