"""Request bodies as blobs.

Every request repeats its whole history, so bodies are kept in pieces: system and tools are blobs of
their own, and each message is one that names the message before it. What a request adds to the last
one is all that is new, and a transcript of n steps grows with n, not with its square.
"""

import json
from typing import Any

from saddle_engine.ports import Blobs
from saddle_engine.types.base import Digest

PIECES = ("system", "tools")
FIRST = Digest("")
"""What the first message of a conversation names as the one before it."""


def put_json(blobs: Blobs, value: object) -> Digest:
    """Keep a JSON value; equal values have equal digests."""
    return blobs.put(json.dumps(value, separators=(",", ":")).encode())


def get_json(blobs: Blobs, digest: Digest) -> Any:
    """The value again."""
    return json.loads(blobs.get(digest))


def put_body(blobs: Blobs, body: dict[str, Any]) -> Digest:
    """Keep a request body in pieces."""
    packed: dict[str, Any] = {
        "rest": {key: value for key, value in body.items() if key not in (*PIECES, "messages")}
    }
    packed |= {key: put_json(blobs, body[key]) for key in PIECES if key in body}
    messages = body.get("messages")
    if isinstance(messages, list):
        packed["messages"] = _put_messages(blobs, messages)
    elif "messages" in body:
        packed["rest"]["messages"] = messages
    return put_json(blobs, packed)


def _put_messages(blobs: Blobs, messages: list[Any]) -> Digest:
    last = FIRST
    for message in messages:
        last = put_json(blobs, {"before": last, "message": message})
    return last


class Bodies:
    """Reads bodies again; what several of them share is read once."""

    def __init__(self, blobs: Blobs) -> None:
        self._blobs = blobs
        self._conversations: dict[Digest, list[Any]] = {FIRST: []}

    def get(self, digest: Digest) -> dict[str, Any]:
        """A body, equal as JSON, top-level order aside.

        Raises:
            JournalError: a piece is not there.
        """
        packed = get_json(self._blobs, digest)
        body: dict[str, Any] = dict(packed["rest"])
        body |= {key: get_json(self._blobs, packed[key]) for key in PIECES if key in packed}
        if "messages" in packed:
            body["messages"] = list(self._messages(packed["messages"]))
        return body

    def _messages(self, last: Digest) -> list[Any]:
        unread, newer = last, list[tuple[Digest, Any]]()
        while unread not in self._conversations:
            link = get_json(self._blobs, unread)
            newer.append((unread, link["message"]))
            unread = link["before"]
        messages = self._conversations[unread]
        for digest, message in reversed(newer):
            messages = [*messages, message]
            self._conversations[digest] = messages
        return messages
