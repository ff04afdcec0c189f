"""Messages of the Messages API as lines: what a model was told, what it said, what it asks for."""

import json
from collections.abc import Iterator
from typing import Any

from saddle_tui.trace.entry import Said
from saddle_tui.trace.texts import Texts

EMPTY = "(empty)"
SHORT = 90
"""Characters of a call that stands on one line."""


def told(message: object, texts: Texts) -> Iterator[Said]:
    """What a request adds to the conversation; nothing for the model's own words."""
    match message:
        case {"role": "user", "content": str(text)} | str(text):
            yield from texts.field("user", text)
        case {"role": "user", "content": list(blocks)}:
            for block in blocks:
                yield from _told(block, texts)
        case _:
            return


def said(reply: object, texts: Texts) -> Iterator[Said]:
    """What the model answered, in its order."""
    match reply:
        case {"content": str(text)}:
            yield from texts.field("model", text)
        case {"content": list(blocks), **rest}:
            for block in blocks:
                yield from _said(block, texts)
            if rest.get("stop_reason") not in {"end_turn", "tool_use", "stop_sequence", None}:
                yield from texts.field("stop", str(rest["stop_reason"]), "$text-warning")
        case _:
            yield from texts.field("model", compact(reply), "$text-error")


def compact(value: Any) -> str:
    """JSON without spaces; a text as it is."""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def canonical(value: Any) -> str:
    """JSON that is equal for equal values, whatever the order of their fields."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _told(block: object, texts: Texts) -> Iterator[Said]:
    match block:
        case {"type": "tool_result", "is_error": True, **rest}:
            yield from texts.field("result", plain(rest.get("content")) or EMPTY, "$text-error")
        case {"type": "tool_result", **rest}:
            yield from texts.field("result", plain(rest.get("content")) or EMPTY, "$text-muted")
        case {"type": "text", "text": str(text)}:
            yield from texts.field("user", text)
        case {"type": kind}:
            yield from texts.field("user", f"({kind})")
        case _:
            return


def _said(block: object, texts: Texts) -> Iterator[Said]:
    match block:
        case {"type": "text", "text": str(text)}:
            yield from texts.field("model", text)
        case {"type": "thinking", "thinking": str(text)}:
            yield from texts.field("thinks", text, "$text-muted")
        case {"type": "tool_use", "name": name, **rest}:
            yield from texts.field("call", _call(name, rest.get("input")), "$text-primary")
        case {"type": kind}:
            yield from texts.field("model", f"({kind})", "$text-muted")
        case _:
            return


def _call(name: object, arguments: object) -> str:
    """On one line where it is short, else an argument a line."""
    short = f"{name} {compact(arguments)}"
    if len(short) <= SHORT or not isinstance(arguments, dict):
        return short
    return "\n".join([str(name), *(f"  {key}: {compact(arguments[key])}" for key in arguments)])


def plain(content: object) -> str:
    """The text of a content that is a text or a list of blocks."""
    match content:
        case str():
            return content
        case list():
            return "\n".join(_text(block) for block in content)
        case None:
            return ""
        case _:
            return compact(content)


def _text(block: object) -> str:
    match block:
        case {"type": "text", "text": str(text)}:
            return text
        case {"type": kind}:
            return f"({kind})"
        case _:
            return compact(block)
