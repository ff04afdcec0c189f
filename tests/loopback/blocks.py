"""A request as the cache sees it: tools, then system, then messages, one block after the other."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tests.loopback.tokens import Block, block_tokens, canonical, unmarked

MARKABLE = frozenset({"text", "image", "document", "tool_use", "tool_result"})
"""Blocks of messages that may carry a cache mark."""


@dataclass(frozen=True)
class Part:
    """One block of a prompt."""

    prefix: str
    """Digest of everything up to and including this block."""
    tokens: int
    ttl: str = ""
    """`5m` or `1h` where the block carries a cache mark, else empty."""


def parts(body: dict[str, Any]) -> tuple[Part, ...]:
    """Every block of a prompt in the order in which it is cached."""
    digest = hashlib.sha256(str(body["model"]).encode())
    found: list[Part] = []
    markable = []
    for place, block in _placed(body):
        digest.update(f"\0{place}\0{canonical(unmarked(block))}".encode(errors="surrogatepass"))
        mark = block.get("cache_control")
        if block.get("type") in MARKABLE or not place.startswith("message"):
            markable.append(len(found))
        found.append(Part(digest.hexdigest(), block_tokens(block), _ttl(mark)))
    automatic = _ttl(body.get("cache_control"))
    if automatic and not found[markable[-1]].ttl:
        found[markable[-1]] = replace(found[markable[-1]], ttl=automatic)
    return tuple(found)


def content_of(message: dict[str, Any]) -> list[Block]:
    """The blocks of a message; plain text is one block."""
    return _blocks(message["content"])


def _placed(body: dict[str, Any]) -> Iterator[tuple[str, Block]]:
    for tool in body.get("tools") or []:
        yield "tool", tool
    for block in _blocks(body.get("system") or []):
        yield "system", block
    # What shapes all turns is part of their prefix, but not of the tools' and the system's.
    shape = canonical([body.get(name) for name in ("tool_choice", "thinking", "output_config")])
    for number, message in enumerate(body["messages"]):
        for block in content_of(message):
            yield f"message {number} {message['role']} {shape}", block


def _blocks(content: str | list[Block]) -> list[Block]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _ttl(mark: dict[str, Any] | None) -> str:
    return str(mark.get("ttl") or "5m") if mark else ""
