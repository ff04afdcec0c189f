"""Counting the lines of a log by one of their words."""

import json
from collections import Counter

from tests.loopback.brain import Reply
from tests.loopback.worker.reading import whole
from tests.loopback.worker.view import View, quoted

PLACES = {"first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4}


def count(view: View) -> Reply:
    """Read the log, write the report."""
    names = quoted(view.opening)
    log = next(name for name in names if name.endswith(".log"))
    report = next(name for name in names if name.endswith(".json"))
    lines = whole(view, log)
    if isinstance(lines, Reply):
        return lines
    place = next(at for word, at in PLACES.items() if f"{word} word" in view.opening)
    words = [line.split() for line in lines.splitlines()]
    counted = Counter(each[place] for each in words if len(each) > place)
    content = json.dumps(dict(sorted(counted.items())), indent=2) + "\n"
    return view.call("write_file", {"path": report, "content": content}, "I have counted.")
