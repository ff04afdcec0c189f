"""The way from a seed to a node: one step for each admitted patch."""

from collections.abc import Mapping
from typing import NamedTuple

from saddle_engine.harness.seed import SeedFile
from saddle_engine.types.base import Commit


class Step(NamedTuple):
    """One admitted patch, and what to say of it."""

    before: Commit
    after: Commit
    title: str
    """One line of plain text."""
    body: str
    """Lines of plain text, none of which a mail or a patch could begin with."""


def changed(
    before: Mapping[str, SeedFile], after: Mapping[str, SeedFile]
) -> dict[str, SeedFile | None]:
    """The files that differ as they are afterwards, by path; None for one that is gone."""
    paths = sorted(before.keys() | after.keys())
    return {path: after.get(path) for path in paths if before.get(path) != after.get(path)}
