"""Exchanges as events and blobs, and back again.

Every request of a harness repeats its whole history, so bodies are kept in pieces: system, tools and
each message are blobs of their own, and a transcript of n steps grows with n, not with its square.
"""

import json
from collections.abc import Iterable
from typing import Any

from saddle_engine.events import Record, RequestAnswered
from saddle_engine.ports import Blobs
from saddle_engine.types.base import Digest, RolloutId
from saddle_engine.types.wire import Exchange

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


def to_event(rollout: RolloutId, tries: int, exchange: Exchange, blobs: Blobs) -> RequestAnswered:
    """An exchange as an event; its bodies become blobs."""
    return RequestAnswered(
        rollout=rollout,
        tries=tries,
        request=put_body(blobs, exchange.request),
        reply=put_json(blobs, exchange.reply),
        **exchange.model_dump(exclude={"request", "reply", "usage"}),
        usage=exchange.usage,
    )


def recording(records: Iterable[Record], tries: int, blobs: Blobs) -> list[Exchange]:
    """The exchanges of one try of a rollout, in order."""
    return [
        Exchange(
            request=get_body(blobs, event.request),
            reply=get_json(blobs, event.reply),
            **event.model_dump(exclude={"kind", "rollout", "tries", "request", "reply", "usage"}),
            usage=event.usage,
        )
        for record in records
        if isinstance(event := record.event, RequestAnswered) and event.tries == tries
    ]
