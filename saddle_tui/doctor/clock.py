"""The clock: ids of runs, `retry-after` dates and TLS certificates depend on it."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import saddle_tui
from saddle_engine.adapters.clock import SystemClock
from saddle_tui.doctor.finding import Finding, ok, warning
from saddle_tui.doctor.needs import Needs

SET = "set the clock: sudo timedatectl set-ntp true"
LAST_YEAR = 2054
"""From then on the ids of runs begin again."""
DAY_S = 86_400.0


def clock(needs: Needs) -> Iterator[Finding]:
    """Whether it can be right at all."""
    yield judged(SystemClock().now(), Path(saddle_tui.__file__).stat().st_mtime)


def judged(now: float, installed: float) -> Finding:
    """A clock beside a moment that has certainly passed; both in seconds since 1970."""
    shown = f"{datetime.fromtimestamp(now, UTC):%Y-%m-%d %H:%M} UTC"
    if now < installed - DAY_S:
        before = f"{datetime.fromtimestamp(installed, UTC):%Y-%m-%d}"
        return warning("clock", f"{shown}, before saddle-tui was installed ({before})", SET)
    if datetime.fromtimestamp(now, UTC).year >= LAST_YEAR:
        return warning("clock", f"{shown} is too late to be true", SET)
    return ok("clock", shown)
