"""Reading a file through whatever `read_file` the harness offers."""

import re

from tests.loopback.brain import Reply
from tests.loopback.worker.view import View

MORE = re.compile(
    r"\n\[(?:first|characters) \d[^\]\n]*?(?:; go on with offset=(?P<offset>\d+))?\]\Z"
)
"""The last line of a result that is not the whole file."""


def whole(view: View, path: str) -> str | Reply:
    """The text of a file, or the call that is needed to see more of it.

    Without an offset to go on with, the part that was shown is taken for the whole.
    """
    reads = view.made("read_file", path=path)
    if not reads:
        return view.call("read_file", {"path": path})
    more = MORE.search(reads[-1].result)
    if more and more["offset"] and view.takes("read_file", "offset"):
        return view.call("read_file", {"path": path, "offset": int(more["offset"])})
    return "".join(MORE.sub("", read.result) for read in reads)
