"""Blobs of a run as values and lines, none of them larger than a screen can use."""

import json
from typing import Any, Protocol

from saddle_engine.types.base import Digest
from saddle_tui.trace.entry import Said
from saddle_tui.trace.fields import field

LARGEST = 2_000_000
"""Bytes of a JSON value that is still read."""
EVERYTHING = 600_000_000  # bytes; more than a blob can have
FIELD = 32_000
"""Characters of one field of a record."""
BEGINNING = 20_000
"""Bytes that are shown of a value that is too large to be read."""


class Beginnings(Protocol):
    """Where blobs are read."""

    def beginning(self, digest: Digest, limit: int) -> tuple[bytes, int]:
        """At most the first `limit` bytes, and the size of the whole."""
        ...


class Texts:
    """Reads blobs; what is too large is told, and its beginning shown."""

    def __init__(self, blobs: Beginnings, limit: int | None = FIELD, *, timed: bool = True) -> None:
        """Texts of a journal.

        Args:
            blobs: where they are read.
            limit: characters of a field; None reads and keeps everything.
            timed: say how long things took.
        """
        self._blobs, self._limit, self._timed = blobs, limit, timed

    def field(self, tag: str, text: str, style: str = "") -> tuple[Said, ...]:
        """The lines of a text, the tag before the first."""
        return field(tag, text, self._limit, style)

    def took(self, seconds: float) -> str:
        """How long something took, behind a comma."""
        return f", {seconds:.1f} s" if self._timed else ""

    def whole(self, digest: Digest) -> str:
        """A text, as much of it as a field holds."""
        most = EVERYTHING if self._limit is None else 4 * self._limit
        return self.text(digest, most)

    def text(self, digest: Digest, limit: int) -> str:
        """At most the first `limit` bytes as text, and how much is missing."""
        content, size = self._blobs.beginning(digest, limit)
        more = f"\n… {size - len(content):,} bytes left out …" if size > len(content) else ""
        return content.decode("utf-8", "replace") + more

    def value(self, digest: Digest) -> Any:
        """A JSON value; a sentence when it is too large, with its beginning, or no JSON."""
        largest = EVERYTHING if self._limit is None else LARGEST
        content, size = self._blobs.beginning(digest, largest)
        if size > len(content):
            begins = content[:BEGINNING].decode("utf-8", "replace")
            return f"({size:,} bytes, too large to show; it begins:) {begins}"
        try:
            return json.loads(content)
        except ValueError:
            return f"({size:,} bytes, no JSON)"

    def pieces(self, digest: Digest) -> dict[str, Any]:
        """A request as it is kept: system, tools and messages by their digests."""
        packed = self.value(digest)
        return packed if isinstance(packed, dict) else {}

    def request(self, digest: Digest) -> dict[str, Any]:
        """A request without its conversation; `new` is the last message, where there is one."""
        packed = self.pieces(digest)
        if not isinstance(packed.get("rest"), dict):
            return {}
        request: dict[str, Any] = packed["rest"]
        if isinstance(packed.get("messages"), str) and packed["messages"]:
            link = self.value(Digest(packed["messages"]))
            request = request | {"new": link.get("message") if isinstance(link, dict) else link}
        return request
