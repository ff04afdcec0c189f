"""Which change each chosen patch is. Pure."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from saddle_engine.errors import ConfigError
from saddle_engine.state import RunState
from saddle_engine.types.base import Commit, Digest, PatchId
from saddle_runs.decisions import Decisions, Edited, Row
from saddle_tui.triage.facts import no_choice


class Item(NamedTuple):
    """A chosen patch: what it was made on, and what it makes of that."""

    patch: PatchId
    before: Commit
    after: Commit
    files: Mapping[str, bytes | None]
    """Somebody's own version of files, on top of `after`; empty for the patch as it was."""
    edit: Row | None
    """Who edited it."""


def plan(state: RunState, decisions: Decisions, content: Callable[[Digest], bytes]) -> list[Item]:
    """The chosen patches in their order.

    Raises:
        ConfigError: one is not in the run, or has nothing to take.
        JournalError: an edit's file cannot be read.
    """
    return [_item(state, decisions, patch, content) for patch in decisions.chosen]


def versions_of(state: RunState, patch: PatchId) -> tuple[Commit, Commit]:
    """What a patch was made on, and what it made of that.

    Raises:
        ConfigError: it is not in the run, or has nothing to take.
    """
    known = state.patches.get(patch)
    if known is None:
        raise ConfigError(f"{patch} was chosen, but the run has no such patch; leave it out")
    parent = state.iterations[known.proposed.iteration].parent
    if known.proposed.commit is None or parent is None:
        raise ConfigError(no_choice(known) or f"{patch} has no parent on record")
    return parent.commit, known.proposed.commit


def edited(row: Row | None, content: Callable[[Digest], bytes]) -> dict[str, bytes | None]:
    """The files of an edit by path; empty without one."""
    if row is None or not isinstance(row.said, Edited):
        return {}
    files = row.said.files.items()
    return {path: None if digest is None else content(digest) for path, digest in files}


def _item(
    state: RunState, decisions: Decisions, patch: PatchId, content: Callable[[Digest], bytes]
) -> Item:
    before, after = versions_of(state, patch)
    row = decisions[patch].edit
    return Item(patch, before, after, edited(row, content), row)
