"""A patch that names a task of this run solves that task, not its kind."""

import re
from collections.abc import Iterable

from saddle_engine.types.base import TaskId

_CHANGED = re.compile(r"^--- a/.*\n\+\+\+ b/.*\n(?=@@ )", re.MULTILINE)
_CREATED = re.compile(r"^--- /dev/null\n\+\+\+ b/(?=.*\n@@ )", re.MULTILINE)
"""Headers are git's words, but the path of a new file is the patch's."""


def named_task(diff: str, tasks: Iterable[TaskId]) -> TaskId | None:
    """The first task whose id is a word of its own in what a unified diff adds."""
    lines = _CREATED.sub("+", _CHANGED.sub("", diff)).splitlines()
    added = "\n".join(line[1:] for line in lines if line.startswith("+"))
    return next((task for task in tasks if _names(added, task)), None)


def _names(text: str, task: TaskId) -> bool:
    return re.search(rf"(?<!\w){re.escape(task)}(?!\w)", text) is not None
