"""Long results come in pages; the header of a page says which argument goes on."""

from collections.abc import Sequence
from dataclasses import dataclass

RESULT_BYTES = 12_000
HEADER_BYTES = 500  # room for a header and a closing line
LINE_CHARS = 2_000


@dataclass(frozen=True)
class Page:
    """Some consecutive items of a longer sequence, counted from 1."""

    items: tuple[str, ...]
    first: int
    last: int
    total: int
    asked: int
    """The last item that was asked for."""

    def header(self, name: str, unit: str, argument: str) -> str:
        """`NAME, lines 1-80 of 212; go on with first_line=81`."""
        head = f"{name}, {unit} {self.first}-{self.last} of {self.total}"
        return head if self.last >= self.asked else f"{head}; go on with {argument}={self.last + 1}"


def page(items: Sequence[str], first: int, last: int | None = None) -> Page:
    """As many items from `first` (counted from 1) as fit into one result, at least one."""
    asked = min(len(items), last if last is not None else len(items))
    room, taken = RESULT_BYTES - HEADER_BYTES, list[str]()
    for item in items[first - 1 : asked]:
        room -= size_bytes(item) + 1
        if room < 0 and taken:
            break
        taken.append(item)
    return Page(tuple(taken), first, first + len(taken) - 1, len(items), asked)


def fit(text: str) -> str:
    """The text as UTF-8 has it, cut at the size of one result: pages should have seen to that."""
    return text.encode("utf-8", "replace")[:RESULT_BYTES].decode("utf-8", "ignore")


def size_bytes(text: str) -> int:
    """Its length in UTF-8."""
    return len(text.encode("utf-8", "replace"))
