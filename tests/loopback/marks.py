"""The rules of cache marks: at most four, longest-lived first, on blocks that can be cached."""

from collections.abc import Iterator
from typing import Any

from tests.loopback.blocks import MARKABLE, content_of
from tests.loopback.refusals import invalid
from tests.loopback.tokens import Block

MOST = 4


def check_marks(body: dict[str, Any]) -> None:
    """Whether the marks keep the rules.

    Raises:
        Refusal: 400, at the first that does not.
    """
    marks = list(_marks(body))
    if body.get("cache_control"):
        marks.append(("", body["cache_control"]))
    for place, mark in marks:
        if mark.get("type") != "ephemeral" or mark.get("ttl", "5m") not in ("5m", "1h"):
            raise invalid(
                f"{place}cache_control: Input should be 'ephemeral' with a ttl of '5m' or '1h'"
            )
    if len(marks) > MOST:
        raise invalid(
            f"A maximum of {MOST} blocks with cache_control may be provided. Found {len(marks)}."
        )
    short = False
    for place, mark in marks:
        short = short or mark.get("ttl", "5m") == "5m"
        if short and mark.get("ttl") == "1h":
            raise invalid(
                f"{place}cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' "
                "cache_control block. Note that blocks are processed in the following order: "
                "`tools`, `system`, `messages`."
            )


def _marks(body: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for place, block in _blocks(body):
        mark = block.get("cache_control")
        if not mark:
            continue
        if place.startswith("messages") and block["type"] not in MARKABLE:
            raise invalid(f"{place}{block['type']}.cache_control: Extra inputs are not permitted")
        yield place, mark


def _blocks(body: dict[str, Any]) -> Iterator[tuple[str, Block]]:
    for at, tool in enumerate(body.get("tools") or []):
        yield f"tools.{at}.", tool
    system = body.get("system") or []
    for at, block in enumerate([] if isinstance(system, str) else system):
        yield f"system.{at}.", block
    for at, message in enumerate(body["messages"]):
        for number, block in enumerate(content_of(message)):
            yield f"messages.{at}.content.{number}.", block
