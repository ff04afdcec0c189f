"""A record with everything it holds, as lines."""

import json
import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any, Protocol

from saddle_engine.errors import JournalError
from saddle_engine.types.base import Digest
from saddle_tui.trace.log import Records

BEGINNING = 4_000
"""Bytes of a text that a record names."""
_DIGEST = re.compile("[0-9a-f]{64}")


class Books(Records, Protocol):
    """Where records and texts are read."""

    def beginning(self, digest: Digest, limit: int) -> tuple[bytes, int]:
        """At most the first bytes of a text, and the size of the whole."""
        ...


def whole_record(source: Books, seq: int) -> list[str]:
    """The lines of a record, or why it cannot be read. Hostile text; reads from the disk."""
    try:
        records = source.tail(seq - 1, 1)
    except JournalError as error:
        return [f"record {seq} cannot be read: {error}"]
    if not records or records[0].seq != seq:
        return [f"there is no record {seq}"]
    event = records[0].event.model_dump(mode="json")
    at = datetime.fromtimestamp(records[0].at).astimezone().isoformat(" ", "milliseconds")
    told = json.dumps(event, indent=2, ensure_ascii=False).splitlines()
    return [f"record {seq:,}   {at}", "", *told, *_texts(source, event)]


def _texts(source: Books, event: dict[str, Any]) -> Iterator[str]:
    for name, value in event.items():
        if isinstance(value, str) and _DIGEST.fullmatch(value):
            try:
                text, size = source.beginning(Digest(value), BEGINNING)
            except JournalError:
                continue  # a key of a request is no text
            cut = f", the first {BEGINNING:,}" if size > BEGINNING else ""
            yield from ["", f"{name} ({size:,} bytes{cut}):"]
            yield from text.decode("utf-8", "replace").splitlines()
