"""The words of the program itself: everything else in a record may be somebody's text."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

from saddle_engine.agents.arguments import Arguments
from saddle_engine.errors import TryRefused, TryUnknown
from saddle_engine.events import EVENT, AnyEvent
from saddle_engine.types.base import Commit, Digest, Tree
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.steering import RunStatus
from saddle_tui.prices import shipped_prices
from saddle_tui.settings import Settings

MORE = frozenset(
    [
        "operator",
        "provider",
        "policy",
        "paper",
        "docker",
        "none",
        "bundled",
        "harbor",
        "simulated",
        "eval",
        "search",
        "interrupted",
        "seed",
        "best",
        "rollouts",
        "usd",
        "tokens",
        "hours",
        "train",
        "dev",
        "test",
        "waits",
        "taken",
        "withdrawn",
        "given_up",
        "broken",
        "given_back",
    ]
)
"""Words that stand in records without being named in their types."""
ID = re.compile(r"[a-z]\d{1,9}(?:\.\d{1,9}(?::\d{1,9})?)?")
BATCH = re.compile(r"([a-z_]+)(?::\d{1,9})?")
HEX = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
VERSION = re.compile(r"\d{1,4}(?:\.\d{1,4}){1,3}(?:\.?(?:a|b|rc|dev|post)\d{1,4})?")


@cache
def words() -> frozenset[str]:
    """Names of fields, and every value that a field can have by its type."""
    said = {*_said(EVENT.json_schema()), *_said(Settings.model_json_schema())}
    tools = {each.tool for each in Arguments.__subclasses__()}
    states = {*RunStatus, *PatchStatus}
    return frozenset(said | MORE | tools | states | {*_kinds()} | {*shipped_prices().prices})


@cache
def digests() -> frozenset[str]:
    """Fields that hold a digest of something, and no text."""
    ours = {Digest, Commit, Tree}
    return frozenset({"key", "digest"}) | {
        name
        for event in get_args(get_args(AnyEvent)[0])
        for name, field in event.model_fields.items()
        if ours & {field.annotation, *get_args(field.annotation)}
    }


def ours(text: str, field: str) -> bool:
    """Whether it is the program's own: a word of its, an id, a digest where one is expected."""
    if text in words() or ID.fullmatch(text):
        return True
    if field == "batch" and (named := BATCH.fullmatch(text)):
        return named[1] in words()
    if field == "version":
        return bool(VERSION.fullmatch(text))
    return field in digests() and bool(HEX.fullmatch(text))


def _said(schema: Any) -> Iterator[str]:
    if isinstance(schema, list):
        for each in schema:
            yield from _said(each)
    if isinstance(schema, dict):
        named = schema.get("properties", {})
        values = [schema.get("const"), schema.get("default"), *schema.get("enum", ()), *named]
        yield from (each for each in values if isinstance(each, str))
        for each in schema.values():
            yield from _said(each)


def _kinds() -> Iterator[str]:
    """Why a try came to nothing, as the errors tell it."""
    for error in (TryRefused, TryUnknown):
        yield from re.findall(r"`([a-z_]+)`", error.__doc__ or "")
