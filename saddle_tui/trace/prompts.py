"""What a harness tells a model with every request: its system prompt and its tools, set side by side."""

from collections.abc import Iterator
from typing import Any

from saddle_engine.bodies import PIECES
from saddle_engine.coupling.keys import UNKEYED
from saddle_engine.events import RequestAnswered
from saddle_engine.types.base import Digest
from saddle_tui.text.safe import clean
from saddle_tui.trace.blocks import compact, plain
from saddle_tui.trace.entry import Said
from saddle_tui.trace.fields import cleaned
from saddle_tui.trace.texts import Texts
from saddle_tui.trace.twins import Twin, twins

NAMES = {"system": "the prompt", "tools": "the set of tools", "rest": "what the model is set to"}
TAGS = {"system": clean("prompt"), "tools": clean("tool"), "rest": clean("set")}
MOST = 6
"""Lines."""


def unlike(one: RequestAnswered, other: RequestAnswered, texts: Texts) -> list[str]:
    """Which of the two pieces differ."""
    first, second = texts.pieces(one.request), texts.pieces(other.request)
    rest = ["rest"] if _set(first) != _set(second) else []
    return [*(piece for piece in PIECES if first.get(piece) != second.get(piece)), *rest]


def changes(one: RequestAnswered, other: RequestAnswered, texts: Texts) -> tuple[Twin, ...]:
    """The lines that they do not share."""
    both = [texts.pieces(each.request) for each in (one, other)]
    found = [
        twin
        for piece in unlike(one, other, texts)
        for twin in twins(*(_said(piece, each, texts) for each in both))
        if not twin.equal
    ]
    more = Said(clean("…"), clean(f"{len(found) - MOST} more lines differ"), "$text-muted")
    return tuple(found if len(found) <= MOST else [*found[:MOST], Twin(more, more)])


def _said(piece: str, packed: dict[str, Any], texts: Texts) -> list[Said]:
    return [Said(TAGS[piece], clean(line)) for line in _lines(piece, packed, texts)]


def _set(packed: dict[str, Any]) -> dict[str, Any]:
    """Everything in a request that is no text and can change what the model says."""
    rest = packed.get("rest")
    kept = rest.items() if isinstance(rest, dict) else ()
    return {name: value for name, value in kept if name not in UNKEYED}


def _lines(piece: str, packed: dict[str, Any], texts: Texts) -> list[str]:
    """A prompt as its lines, a tool as what it says of itself and of each argument, a setting each."""
    if piece not in PIECES:
        return [f"{name}: {compact(value)}" for name, value in _set(packed).items()]
    digest = packed.get(piece)
    value = texts.value(Digest(digest)) if digest else ""
    if piece == "tools" and isinstance(value, list):
        return [line for tool in value for line in _tool(tool)]
    return [*cleaned(plain(value))] if value else []


def _tool(tool: Any) -> Iterator[str]:
    if not isinstance(tool, dict):
        yield compact(tool)
        return
    name = tool.get("name")
    yield f"{name}: {compact(tool.get('description', ''))}"
    for key, value in tool.items():
        if key == "input_schema" and isinstance(value, dict):
            given = value.get("properties")
            properties = given if isinstance(given, dict) else {}
            yield from (f"{name}({each}): {compact(spec)}" for each, spec in properties.items())
            yield f"{name} {key}: {compact({**value, 'properties': [*properties]})}"
        elif key not in ("name", "description", "cache_control"):
            yield f"{name} {key}: {compact(value)}"
