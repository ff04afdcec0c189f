"""Comparing a re-executed answer with the recorded one: display noise is masked, handles are not.

Only what no later request can depend on is masked. Names that a command made up (temporary files,
process ids) are never masked; where a masked part hid such a name, its use is watched for.
"""

import re
from typing import Any

MASKS = (
    re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d+)?)?( ?([+-]\d\d:?\d\d|Z|UTC)\b)?"),
    re.compile(r"\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun),? .{3,30}\d\d:\d\d:\d\d( UTC)?( \d{4})?"),
    re.compile(r"\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) +\d{1,2} +\d\d:\d\d(:\d\d)?"),
    re.compile(r"\b\d\d:\d\d:\d\d([.,]\d+)?\b"),
    re.compile(r"\b\d+([.,]\d+)? ?(ns|us|µs|ms)\b"),
    re.compile(r"\b\d+[.,]\d+ ?(s|sec|secs|seconds)\b"),
    re.compile(r"\b\d+m\d+([.,]\d+)?s\b"),
)

_TOKEN = re.compile(r"\w{5,}")


def same(recorded: Any, redone: Any) -> bool:
    """Whether two answers differ at most in timestamps and durations."""
    return bool(_masked(recorded) == _masked(redone))


def stale_tokens(recorded: Any, redone: Any) -> frozenset[str]:
    """Words of five letters or more that only the recorded answer has."""
    return _tokens(recorded) - _tokens(redone)


def mentions(request: Any, tokens: frozenset[str]) -> str:
    """A token that the request contains, or an empty string."""
    texts = list(_texts(request))
    return next((token for token in sorted(tokens) if any(token in text for text in texts)), "")


def _masked(value: Any) -> Any:
    match value:
        case str():
            for mask in MASKS:
                value = mask.sub("<time>", value)
            return value
        case dict():
            return {name: _masked(inner) for name, inner in value.items()}
        case list():
            return [_masked(inner) for inner in value]
        case _:
            return value


def _tokens(value: Any) -> frozenset[str]:
    return frozenset(token for text in _texts(value) for token in _TOKEN.findall(text))


def _texts(value: Any) -> list[str]:
    match value:
        case str():
            return [value]
        case dict():
            return [text for inner in value.values() for text in _texts(inner)]
        case list():
            return [text for inner in value for text in _texts(inner)]
        case _:
            return []
