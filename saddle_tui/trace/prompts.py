"""What a harness tells a model with every request: its system prompt and its tools, set side by side."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
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

NAMES = {"system": "the prompt", "tools": "the set of tools", "rest": "what the model is set to"}
GONE, NEW = clean("-"), clean("+")
MOST = 6
"""Lines."""


def unlike(one: RequestAnswered, other: RequestAnswered, texts: Texts) -> list[str]:
    """Which of the two pieces differ."""
    first, second = texts.pieces(one.request), texts.pieces(other.request)
    rest = ["rest"] if _set(first) != _set(second) else []
    return [*(piece for piece in PIECES if first.get(piece) != second.get(piece)), *rest]


def changes(one: RequestAnswered, other: RequestAnswered, texts: Texts) -> tuple[Said, ...]:
    """The lines that only one of them has, tagged `-` and `+`."""
    first, second = texts.pieces(one.request), texts.pieces(other.request)
    found = [
        said
        for piece in unlike(one, other, texts)
        for said in _changes(*(_lines(piece, each, texts) for each in (first, second)))
    ]
    more = [Said(clean("…"), clean(f"{len(found) - MOST} more lines differ"), "$text-muted")]
    return tuple(found if len(found) <= MOST else [*found[:MOST], *more])


def _changes(left: Sequence[str], right: Sequence[str]) -> Iterator[Said]:
    for kind, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if kind != "equal":
            yield from (Said(GONE, clean(line), "$text-error") for line in left[a:b])
            yield from (Said(NEW, clean(line), "$text-success") for line in right[c:d])


def _set(packed: dict[str, Any]) -> dict[str, Any]:
    """Everything in a request that is no text and can change what the model says."""
    rest = packed.get("rest")
    kept = rest.items() if isinstance(rest, dict) else ()
    return {name: value for name, value in kept if name not in UNKEYED}


def _lines(piece: str, packed: dict[str, Any], texts: Texts) -> list[str]:
    """A prompt as its lines; each tool has one, whatever its schema, and each setting."""
    if piece not in PIECES:
        return [f"{name}: {compact(value)}" for name, value in _set(packed).items()]
    digest = packed.get(piece)
    value = texts.value(Digest(digest)) if digest else ""
    if isinstance(value, list) and all(isinstance(each, dict) for each in value):
        named = [each for each in value if "name" in each]
        if named:
            return [f"tool {each['name']} {compact(each)}" for each in named]
    return [*cleaned(plain(value))] if value else []
