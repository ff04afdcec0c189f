"""Canonical keys: two requests may share an answer only if their keys are equal."""

import hashlib
import json
import math
from collections.abc import Iterable
from typing import Any

from saddle_engine.types.wire import Door

MAX_DEPTH = 100
"""Nesting beyond this is refused, so that no later walk over a body can exhaust the stack."""

UNKEYED = frozenset({"stream", "metadata"})
"""Top-level fields of a model request that cannot change what the model says."""


class Unreadable(ValueError):
    """A body that no two readers need agree on; refused before anything is matched."""


def parse(body: bytes) -> dict[str, Any]:
    """The one reading of a request body.

    Raises:
        Unreadable: not UTF-8 JSON, not an object, nested too deep, or with a duplicate key, a
            number that is not finite, or half a surrogate pair.
    """
    try:
        text = body.decode()
        value = json.loads(
            text, object_pairs_hook=_pairs, parse_constant=_constant, parse_float=_finite
        )
        if "\\ud" in text.lower():
            json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"the body is not usable JSON: {error}"[:300]) from error
    if not isinstance(value, dict):
        raise Unreadable("the body is not a JSON object")
    _check_depth(value, MAX_DEPTH)
    return value


def model_key(path: str, version: str, betas: Iterable[str], body: dict[str, Any]) -> str:
    """The key of a model request.

    Args:
        path: with its query string.
        version: header `anthropic-version`.
        betas: values of header `anthropic-beta`, in any order.
        body: as parsed. Top-level order is free, nested order counts (the model sees it).
    """
    kept = {name: value for name, value in body.items() if name not in UNKEYED}
    return _digest([path, version, sorted(betas)], _without_cache_control(kept))


def env_key(door: Door, body: dict[str, Any]) -> str:
    """The key of any other request: every field counts."""
    return _digest([door.value], body)


def _digest(head: list[Any], body: dict[str, Any]) -> str:
    text = json.dumps([head, dict(sorted(body.items()))])
    return hashlib.sha256(text.encode()).hexdigest()


def _without_cache_control(body: dict[str, Any]) -> dict[str, Any]:
    """Dropped only where the API defines it; a tool's input may have a field of that name."""
    kept = dict(body)
    for name in {"system", "tools"} & kept.keys():
        kept[name] = _bare(kept[name])
    if isinstance(messages := kept.get("messages"), list):
        kept["messages"] = [_bare_message(message) for message in messages]
    return kept


def _bare_message(message: Any) -> Any:
    if not isinstance(message, dict) or not isinstance(message.get("content"), list):
        return message
    blocks = [
        {**block, "content": _bare(block["content"])}
        if isinstance(block, dict) and block.get("type") == "tool_result" and "content" in block
        else block
        for block in message["content"]
    ]
    return {**message, "content": _bare(blocks)}


def _bare(blocks: Any) -> Any:
    """Blocks without their own `cache_control`; nothing nested is touched."""
    if not isinstance(blocks, list):
        return blocks
    return [
        {name: value for name, value in block.items() if name != "cache_control"}
        if isinstance(block, dict)
        else block
        for block in blocks
    ]


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) != len(pairs):
        raise ValueError("an object has the same key twice")
    return read


def _constant(name: str) -> float:
    raise ValueError(f"{name} is not a JSON number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"the number {text[:40]} is not finite")
    return number


def _check_depth(value: Any, left: int) -> None:
    if not isinstance(value, dict | list):
        return
    if left == 0:
        raise Unreadable(f"the body is nested deeper than {MAX_DEPTH}")
    for inner in value.values() if isinstance(value, dict) else value:
        _check_depth(inner, left - 1)
