"""The journal as lines of JSON, with or without its texts."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from saddle_runs.salvage import Row, Salvage

FIRST, LAST = 2_000, 100_000
"""Records of a long run that are taken from its beginning and its end."""
LARGEST = 64 << 20
"""Bytes of all lines."""
Clean = Callable[[Any], Any]


def lines(taken: Salvage, clean: Clean, left_out: list[str]) -> Iterator[bytes]:
    """Every record that can be read, or the first and last of a long run; what is not there is told."""
    last, size, expected = taken.last(), 0, 1
    for begin, end in _parts(last):
        expected = max(expected, begin)
        for row in taken.records(begin, end):
            if row.seq > expected:
                left_out.append(f"records {expected} to {row.seq - 1}: they cannot be read")
            line = _line(row, clean)
            size, expected = size + len(line), row.seq + 1
            if size > LARGEST:
                left_out.append(f"records from {row.seq} on: the journal is too long")
                return
            yield line
    if last is not None and expected <= last:
        left_out.append(f"records {expected} to {last}: they cannot be read")
    if last is not None and last > FIRST + LAST:
        left_out.append(f"records {FIRST + 1} to {last - LAST}: the journal is too long")


def _parts(last: int | None) -> list[tuple[int, int | None]]:
    if last is None or last <= FIRST + LAST:
        return [(1, last)]
    return [(1, FIRST), (last - LAST + 1, last)]


def _line(row: Row, clean: Clean) -> bytes:
    try:
        event = clean(json.loads(row.body))
    except (ValueError, TypeError, RecursionError):
        event = {"unreadable": len(str(row.body))}
    record = {"seq": row.seq, "at": row.at, "event": event}
    return json.dumps(record, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"
