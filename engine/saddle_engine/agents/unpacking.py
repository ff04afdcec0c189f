"""Lists that a model has written as JSON inside of a string, a slip that all tool users report."""

import json

from pydantic import ValidationError


def unpacked(raw: object, error: ValidationError) -> object:
    """The arguments, with a list wherever one was expected and a string spells one."""
    if not isinstance(raw, dict):
        return raw
    found = {**raw}
    for one in error.errors(include_url=False, include_context=False):
        if one["type"] == "tuple_type" and len(one["loc"]) == 1:
            name = str(one["loc"][0])
            found[name] = _list(raw[name])
    return found


def _list(value: object) -> object:
    try:
        read = json.loads(value) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        return value
    return read if isinstance(read, list) else value
