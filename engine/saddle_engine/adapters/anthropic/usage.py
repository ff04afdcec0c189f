"""What a reply says it took."""

from typing import Any

from saddle_engine.types.model import Usage

Counts = dict[str, Any]
"""The `usage` of a message, as the API words it."""
MOST_TOKENS = 10**9
"""Of one call: no context is as long, so whoever counts more has not counted tokens."""


def merged(usage: Counts, later: object) -> Counts:
    """Counts so far with what a later event says; a count that it leaves out or nulls stays."""
    if not isinstance(later, dict):
        return usage
    return usage | {name: value for name, value in later.items() if value is not None}


def read_usage(usage: object) -> Usage | None:
    """Tokens by what they cost; None when the reply does not say them, or nothing that can be."""
    if not isinstance(usage, dict) or not {"input_tokens", "output_tokens"} <= usage.keys():
        return None
    split = usage.get("cache_creation")
    hour = split.get("ephemeral_1h_input_tokens") if isinstance(split, dict) else 0
    counts = {
        "input_tokens": usage["input_tokens"],
        "output_tokens": usage["output_tokens"],
        "cache_read_tokens": usage.get("cache_read_input_tokens") or 0,
        "cache_write_1h_tokens": hour or 0,
    }
    written = usage.get("cache_creation_input_tokens") or 0
    whole = [*counts.values(), written]
    if not all(map(_is_count, whole)):
        return None
    # Without a split everything was kept for five minutes, which is what a mark means by default.
    short = written - counts["cache_write_1h_tokens"]
    return Usage(**counts, cache_write_tokens=short) if short >= 0 else None


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= MOST_TOKENS
