"""Mending a shell script by the symptom that the task describes."""

import re

from tests.loopback.brain import Reply
from tests.loopback.worker.reading import whole
from tests.loopback.worker.view import View, quoted

REPAIRS = (
    ("first entry", r"tail -n \+3", "tail -n +2"),
    ("as text", r"sort (?!-n)", "sort -n "),
    ("last line", r"while read -r (\w+); do", r'while read -r \1 || [ -n "$\1" ]; do'),
)
"""A symptom, what causes it, and what does not."""


def mend(view: View) -> Reply:
    """Read the script, see what it prints, write it anew."""
    script = next(name for name in quoted(view.opening) if name.endswith(".sh"))
    source = whole(view, script)
    if isinstance(source, Reply):
        return source
    if not view.made("run_program"):
        return view.call("run_program", {"name": script}, "What does it print now?")
    mended = source
    for symptom, cause, cure in REPAIRS:
        if symptom in view.opening:
            mended = re.sub(cause, cure, mended)
    return view.call("write_file", {"path": script, "content": mended}, "I see the mistake.")
