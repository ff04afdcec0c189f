"""Messages of the Messages API as lines: what a model was told, what it said, what it asks for."""

import json
from collections.abc import Iterator
from typing import Any

from saddle_tui.trace.entry import Said
from saddle_tui.trace.fields import field

SPEECH, ARGUMENTS, RESULT, TOLD = 4_000, 1_500, 2_000, 1_200
"""Characters of one field."""
EMPTY = "(empty)"
SHORT = 90
"""Characters of a call that stands on one line."""


def told(message: object) -> Iterator[Said]:
    """What a request adds to the conversation; nothing for the model's own words."""
    match message:
        case {"role": "user", "content": str(text)}:
            yield from field("user", text, TOLD)
        case {"role": "user", "content": list(blocks)}:
            for block in blocks:
                yield from _told(block)
        case _:
            return


def said(reply: object) -> Iterator[Said]:
    """What the model answered, in its order."""
    match reply:
        case {"content": str(text)}:
            yield from field("model", text, SPEECH)
        case {"content": list(blocks), **rest}:
            for block in blocks:
                yield from _said(block)
            if rest.get("stop_reason") not in {"end_turn", "tool_use", "stop_sequence", None}:
                yield from field("stop", str(rest["stop_reason"]), ARGUMENTS, "$text-warning")
        case _:
            yield from field("model", compact(reply), SPEECH, "$text-error")


def compact(value: Any) -> str:
    """JSON without spaces; a text as it is."""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def canonical(value: Any) -> str:
    """JSON that is equal for equal values, whatever the order of their fields."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _told(block: object) -> Iterator[Said]:
    match block:
        case {"type": "tool_result", "is_error": True, **rest}:
            yield from field("result", plain(rest.get("content")) or EMPTY, RESULT, "$text-error")
        case {"type": "tool_result", **rest}:
            yield from field("result", plain(rest.get("content")) or EMPTY, RESULT, "$text-muted")
        case {"type": "text", "text": str(text)}:
            yield from field("user", text, TOLD)
        case {"type": kind}:
            yield from field("user", f"({kind})", TOLD)
        case _:
            return


def _said(block: object) -> Iterator[Said]:
    match block:
        case {"type": "text", "text": str(text)}:
            yield from field("model", text, SPEECH)
        case {"type": "thinking", "thinking": str(text)}:
            yield from field("thinks", text, SPEECH, "$text-muted")
        case {"type": "tool_use", "name": name, **rest}:
            yield from field("call", _call(name, rest.get("input")), ARGUMENTS, "$text-primary")
        case {"type": kind}:
            yield from field("model", f"({kind})", SPEECH, "$text-muted")
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
