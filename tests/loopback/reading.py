"""A request as it comes in: its size, its headers, its JSON."""

import json
from typing import Any

from aiohttp import web

from tests.loopback.refusals import invalid, too_large, unauthenticated

MOST_BYTES = 32 * 1024 * 1024


async def read_body(http: web.Request, key: str) -> dict[str, Any]:
    """The body of a request that may be answered.

    Raises:
        Refusal: it is too large, lacks the key or the version, or is not a JSON object.
    """
    raw = await _bytes(http)
    given = [http.headers.get("x-api-key"), http.headers.get("authorization")]
    if given == [None, None]:
        raise unauthenticated("x-api-key header is required")
    if given[0] != key and given[1] != f"Bearer {key}":
        raise unauthenticated()
    if "anthropic-version" not in http.headers:
        raise invalid("anthropic-version: header is required")
    try:
        body = json.loads(raw)
    except ValueError as error:
        raise invalid(f"The request body is not valid JSON: {error}") from error
    if not isinstance(body, dict):
        raise invalid("The request body is not a JSON object")
    return body


async def _bytes(http: web.Request) -> bytes:
    """The whole body; one that is too large is read to its end, so that the answer is heard."""
    chunks, size = [], 0
    async for chunk in http.content.iter_any():
        size += len(chunk)
        if size <= MOST_BYTES:
            chunks.append(chunk)
    if size > MOST_BYTES:
        raise too_large()
    return b"".join(chunks)
