"""Request bodies as blobs.

Every request repeats its whole history, so bodies are kept in pieces: system, tools and each message
are blobs of their own, and a transcript of n steps grows with n, not with its square.
"""

import json
from typing import Any

from saddle_engine.ports import Blobs
from saddle_engine.types.base import Digest

PIECES = ("system", "tools")


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
        packed["messages"] = [put_json(blobs, message) for message in messages]
    elif "messages" in body:
        packed["rest"]["messages"] = messages
    return put_json(blobs, packed)


def get_body(blobs: Blobs, digest: Digest) -> dict[str, Any]:
    """The body again; equal as JSON, top-level order aside."""
    packed = get_json(blobs, digest)
    body: dict[str, Any] = dict(packed["rest"])
    body |= {key: get_json(blobs, packed[key]) for key in PIECES if key in packed}
    if "messages" in packed:
        body["messages"] = [get_json(blobs, message) for message in packed["messages"]]
    return body
