"""What an agent's session has done: its tool calls in order, the files it read, what it concluded."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from saddle_engine import events as ev

CALLS, FILES = 200, 200  # that are kept; counts go on


class Called(NamedTuple):
    """One tool call."""

    tool: str
    summary: str
    """Its arguments in short; hostile text."""
    refused: bool


@dataclass
class Touched:
    """How a file was read."""

    reads: int = 0
    spans: list[tuple[int, int]] = field(default_factory=list)
    """First and last lines, ascending, without overlaps; empty when it was read whole."""

    def read(self, first: int, last: int) -> None:
        """Note a reading; `last` is 0 for a whole file."""
        self.reads += 1
        if last >= first:
            self.spans = merged([*self.spans, (first, last)])


@dataclass
class Work:
    """A fold over the records of one session."""

    session: str = ""
    calls: deque[Called] = field(default_factory=lambda: deque(maxlen=CALLS))
    """The newest, oldest first."""
    called: int = 0
    refused: int = 0
    files: dict[str, Touched] = field(default_factory=dict)
    """By path, in the order of the last reading; hostile text."""

    def apply(self, event: ev.AnyEvent) -> None:
        """Take in one record of the session."""
        match event:
            case ev.ToolCalled():
                self.called += 1
                self.refused += event.refused
                self.calls.append(Called(event.tool, event.summary, event.refused))
            case ev.FileRead():
                touched = self.files.pop(event.path, None) or Touched()
                touched.read(event.first_line, event.last_line)
                self.files[event.path] = touched
                if len(self.files) > FILES:
                    self.files.pop(next(iter(self.files)))
            case _:
                pass


def merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same lines in as few spans as possible, ascending."""
    found: list[tuple[int, int]] = []
    for first, last in sorted(spans):
        if found and first <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(last, found[-1][1]))
        else:
            found.append((first, last))
    return found
