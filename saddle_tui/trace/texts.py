"""Blobs of a run as values, none of them larger than a screen can use."""

import json
from typing import Any, Protocol

from saddle_engine.types.base import Digest

LARGEST = 2_000_000
"""Bytes of a JSON value that is still read."""


class Beginnings(Protocol):
    """Where blobs are read."""

    def beginning(self, digest: Digest, limit: int) -> tuple[bytes, int]:
        """At most the first `limit` bytes, and the size of the whole."""
        ...


class Texts:
    """Reads blobs; what is too large is told instead of shown."""

    def __init__(self, blobs: Beginnings) -> None:
        self._blobs = blobs

    def text(self, digest: Digest, limit: int) -> str:
        """At most the first `limit` bytes as text, and how much is missing."""
        content, size = self._blobs.beginning(digest, limit)
        more = f"\n… {size - len(content):,} bytes left out …" if size > len(content) else ""
        return content.decode("utf-8", "replace") + more

    def value(self, digest: Digest) -> Any:
        """A JSON value; a sentence when it is too large, or no JSON."""
        content, size = self._blobs.beginning(digest, LARGEST)
        if size > len(content):
            return f"({size:,} bytes, too large to show)"
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
