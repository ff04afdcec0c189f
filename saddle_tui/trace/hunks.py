"""A unified diff as hunks with line numbers; no line of it can pose as another kind."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from saddle_tui.text.safe import NOTHING, SafeText, clean

HEAD = re.compile(r"@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@ ?(.*)", re.DOTALL)
DULL = ("diff --git ", "index ", "--- ", "+++ ")
"""Lines of a file's head that say nothing beyond its path."""

PLAIN = {
    "new file mode 100644": "a new file",
    "deleted file mode 100644": "the file is deleted",
}
"""What is usual, in plain words; other modes stand as they are."""


class Row(NamedTuple):
    """A line of a hunk."""

    sign: str
    """`+`, `-` or a blank."""
    old: int
    """Its number in the old file; 0 where it is not in it."""
    new: int
    """Its number in the new one; both are 0 for a remark of the diff."""
    text: SafeText


@dataclass
class Hunk:
    """Lines of a file that change together, or a file of which no lines are shown."""

    path: SafeText = NOTHING
    notes: list[SafeText] = field(default_factory=list)
    """Of the head of its file: new, deleted, renamed, binary."""
    context: SafeText = NOTHING
    rows: list[Row] = field(default_factory=list)

    @property
    def added(self) -> int:
        return sum(row.sign == "+" for row in self.rows)

    @property
    def removed(self) -> int:
        return sum(row.sign == "-" for row in self.rows)


def hunks_of(diff: Iterable[SafeText]) -> list[Hunk]:
    """All hunks, in order; a file without any has one with no rows."""
    reader = _Reader()
    for line in diff:
        reader.take(line)
    return reader.found


class _Reader:
    """Counts the lines that a hunk's head announces: what follows them is a head again."""

    def __init__(self) -> None:
        self.found: list[Hunk] = []
        self._old = self._new = self._olds = self._news = 0
        self._fresh = False
        """The last hunk only holds the head of its file."""

    def take(self, line: SafeText) -> None:
        if self._olds > 0 or self._news > 0:
            self._row(line)
        elif line.startswith("diff --git ") or not self.found:
            path = clean(line.rpartition(" b/")[2]) if line.startswith("diff --git ") else NOTHING
            self.found.append(Hunk(path))
            self._fresh = True
            if not path and not self._begin(line):
                self.found[-1].notes.append(line)
        elif not self._begin(line):
            self._note(line)

    def _begin(self, line: SafeText) -> bool:
        head = HEAD.fullmatch(line)
        if head is None:
            return False
        old, olds, new, news, context = head.groups()
        self._old, self._new = int(old), int(new)
        self._olds, self._news = int(olds or 1), int(news or 1)
        if not self._fresh:
            self.found.append(Hunk(self.found[-1].path))
        self.found[-1].context, self._fresh = clean(context), False
        return True

    def _note(self, line: SafeText) -> None:
        if line.startswith("\\") and self.found[-1].rows:
            self.found[-1].rows.append(Row(" ", 0, 0, line))
        elif line.startswith(("--- ", "+++ ")) and self._fresh:
            name = line[4:].removeprefix("b/" if line[0] == "+" else "a/")
            if name != "/dev/null":
                self.found[-1].path = clean(name.rstrip("\t"))
        elif line and not line.startswith(DULL):
            self.found[-1].notes.append(clean(PLAIN.get(line, line)))

    def _row(self, line: SafeText) -> None:
        sign, text = line[:1] or " ", clean(line[1:])
        rows = self.found[-1].rows
        match sign:
            case "+":
                rows.append(Row(sign, 0, self._new, text))
                self._new, self._news = self._new + 1, self._news - 1
            case "-":
                rows.append(Row(sign, self._old, 0, text))
                self._old, self._olds = self._old + 1, self._olds - 1
            case " ":
                rows.append(Row(sign, self._old, self._new, text))
                self._old, self._olds = self._old + 1, self._olds - 1
                self._new, self._news = self._new + 1, self._news - 1
            case _:  # `\ No newline at end of file`, or what no diff should hold
                rows.append(Row(" ", 0, 0, line))
