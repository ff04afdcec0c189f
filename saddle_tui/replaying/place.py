"""A place in a run, as people type it."""

import re
from collections.abc import Callable

from saddle_tui.replaying.timeline import Timeline

TIME = re.compile(r"(?:([0-9]{1,4}):)?([0-9]{1,4}):([0-9]{2})")
"""Since the run began: `12:30`, `1:02:03`."""
ITERATION = re.compile(r"it(?:eration)? ?([0-9]{1,9})", re.IGNORECASE)
EXPECTED = (
    "a record (1234), a time (0:12:30), an iteration (it3), a node (n3), a patch (p7), a rollout"
    " (r132), a session (d4), a bookmark, start or end"
)

First = Callable[[str], int | None]
"""The first record about a rollout or session; None where there is none."""


def place(text: str, timeline: Timeline, first: First, end: int) -> int | str:
    """The record that is meant, or why none is.

    Args:
        text: what was typed.
        timeline: of the run, as far as it has been looked through.
        first: finds rollouts and sessions.
        end: number of the run's last record.
    """
    wanted = text.strip().removeprefix("#")
    if wanted in ("start", "end"):
        return 1 if wanted == "start" else end
    if wanted.isdecimal():
        return min(max(int(wanted[:18]), 1), end)
    if (match := TIME.fullmatch(wanted)) is not None:
        hours, minutes, seconds = (int(part or 0) for part in match.groups())
        return timeline.seq_at(timeline.began + 3600 * hours + 60 * minutes + seconds)
    if (match := ITERATION.fullmatch(wanted)) is not None:
        found = timeline.iterations.get(int(match[1]))
        return found or f"there is no iteration {match[1]}{_so_far(timeline, end)}"
    found = timeline.places.get(wanted) or first(wanted)
    return found or f"there is no {wanted!r}{_so_far(timeline, end)}; expected {EXPECTED}"


def is_time(text: str) -> bool:
    """Where it leads is certain only once all of the run has been looked through."""
    return TIME.fullmatch(text.strip().removeprefix("#")) is not None


def _so_far(timeline: Timeline, end: int) -> str:
    return "" if timeline.seq >= end else f" in the first {timeline.seq:,} records"
