"""Somebody's own version of a patch's files, and of files in which patches conflict."""

import asyncio
from collections.abc import Callable, Mapping
from typing import TypeVar

from saddle_engine.adapters.gitstore import GitStore
from saddle_engine.errors import ConfigError, SaddleError
from saddle_engine.harness.clash import left_over
from saddle_engine.harness.manifest import MANIFEST, parse_manifest
from saddle_engine.harness.writable import unwritable
from saddle_engine.types.base import Commit
from saddle_runs.decisions import Row
from saddle_runs.stores import repository
from saddle_tui.editing import Draft, changed, drafted
from saddle_tui.triage.composing import Composition, Conflict
from saddle_tui.triage.desk import Desk
from saddle_tui.triage.plan import edited, versions_of

Contents = Mapping[str, bytes | None]
"""By path; None for a file that shall not be there."""
Kept = TypeVar("Kept")


def draft_of_edit(desk: Desk, name: str) -> Draft:
    """The files that a patch changes, as it or its last edit leaves them, for an editor. Blocks.

    Raises:
        ConfigError: there is no such patch, or it has no files.
        JournalError: run or decisions cannot be read.
    """
    id_ = desk.patch(name).proposed.patch
    before, own = _files(desk, name)
    return drafted(id_, before, _over(own, edited(desk.decisions[id_].edit, desk.triage.content)))


def draft_of_conflicts(composition: Composition) -> Draft:
    """The files that conflict, with marks between the versions, for an editor."""
    conflicts = composition.conflicts
    texts = {conflict.clash.path: conflict.clash.text for conflict in conflicts}
    return drafted(conflicts[0].patch, {}, texts)


def take(draft: Draft, keep: Callable[[Contents], Kept]) -> Kept:
    """Hand on what an editor made of a draft, and remove it.

    Raises:
        ConfigError: it will not do; the text is kept, and the message says where.
    """
    contents = draft.now()
    try:
        kept = keep(contents)
    except SaddleError as why:
        raise draft.kept(why) from why
    draft.discard()
    return kept


def edit(desk: Desk, name: str, contents: Contents, by: str, reason: str = "") -> Row | None:
    """Take a patch home with files as they are given; None when they are so already. Blocks.

    Args:
        desk: the run.
        name: of the patch.
        contents: of some files; its other ones stay.
        by: who says so.
        reason: why.

    Raises:
        ConfigError: a file could not have been left so by a patch, or nothing is left of the patch.
        JournalError: it cannot be kept.
    """
    id_ = desk.patch(name).proposed.patch
    before, own = _files(desk, name)
    earlier = edited(desk.decisions[id_].edit, desk.triage.content)
    wanted = {**earlier, **contents}
    now = _over(own, wanted)
    if now == _over(own, earlier):
        return None
    if now == before:
        raise ConfigError(f"nothing is left of {id_} in this version; leave it out instead")
    for path in contents:
        if own.get(path) != now.get(path):
            _check(own[MANIFEST], path, now.get(path))
    return desk.triage.edit(id_, {path: now.get(path) for path in changed(own, now)}, by, reason)


def resolve(desk: Desk, composition: Composition, contents: Contents, by: str) -> list[Row]:
    """Keep what files that conflict shall hold; those that are as they were are still open.

    Args:
        desk: the run.
        composition: what conflicts.
        contents: of these files.
        by: who says so.

    Raises:
        ConfigError: a mark is left, or no patch could have left a file so; nothing is kept then.
        JournalError: it cannot be kept.
    """
    manifest = composition.versions[composition.seed][MANIFEST].content
    found = [
        (conflict, _resolution(conflict, contents[conflict.clash.path]))
        for conflict in composition.conflicts
        if contents.get(conflict.clash.path, conflict.clash.text) != conflict.clash.text
    ]
    for conflict, content in found:
        _check(manifest, conflict.clash.path, content)
    return [
        desk.triage.resolve(conflict.clash.key, conflict.patch, conflict.clash.path, content, by)
        for conflict, content in found
    ]


def _resolution(conflict: Conflict, content: bytes | None) -> bytes | None:
    """An empty file, where one side has none, shall not be there."""
    path, sides = conflict.clash.path, conflict.clash.sides
    if content is None or (not content.strip() and None in (sides.ours, sides.theirs)):
        return None
    if line := left_over(content, sides):
        shown = line.decode(errors="replace")[:40]
        raise ConfigError(f"{path} still has the mark {shown!r}; take it and its like out")
    return content


def _check(manifest: bytes, path: str, content: bytes | None) -> None:
    if why := unwritable(parse_manifest(manifest).surfaces, path, content):
        raise ConfigError(why)


def _over(files: Mapping[str, bytes], contents: Contents) -> dict[str, bytes]:
    over = {**files, **contents}
    return {path: content for path, content in sorted(over.items()) if content is not None}


def _files(desk: Desk, name: str) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Before a patch, and after it."""
    patch = desk.patch(name)
    store = GitStore(repository(desk.folder))
    return asyncio.run(_read(store, *versions_of(desk.state, patch.proposed.patch)))


async def _read(store: GitStore, *versions: Commit) -> tuple[dict[str, bytes], dict[str, bytes]]:
    before, after = [await store.files(each) for each in versions]
    return (
        {path: file.content for path, file in sorted(before.items())},
        {path: file.content for path, file in sorted(after.items())},
    )
