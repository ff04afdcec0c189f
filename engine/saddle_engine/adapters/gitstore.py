"""The harness store on git: a harness is a tree, a version a commit, nothing is checked out."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from saddle_engine.adapters.git import Git
from saddle_engine.adapters.gittext import (
    EXECUTABLE,
    PLAIN,
    New,
    checked,
    new_of,
    parse_blobs,
    parse_imported,
    parse_listing,
    parse_merge,
    render_import,
)
from saddle_engine.harness.export import write_export
from saddle_engine.harness.manifest import MANIFEST, parse_manifest
from saddle_engine.harness.merge import Merged
from saddle_engine.harness.patching import patched
from saddle_engine.harness.reconcile import Kept, reconcile, spoiled
from saddle_engine.harness.seed import SeedFile, read_seed
from saddle_engine.types.base import Commit, Tree
from saddle_engine.types.patch import Edit, Patched
from saddle_engine.types.taxonomy import PatchClass, SubType


class Joined(NamedTuple):
    """What a three-way merge comes to."""

    files: dict[str, Kept]
    conflicts: tuple[str, ...]
    """Paths that have the first side's text in `files`."""
    sides: tuple[dict[str, Kept], dict[str, Kept]]
    merged: dict[str, Kept]
    """As git has it, with marks in what conflicts."""
    spoilt: dict[str, str]
    """Conflicts in which git saw none: why no patch could have written what it made of them."""


class GitStore:
    """Implements `ports.HarnessStore` over a bare repository that nobody else writes."""

    def __init__(self, repository: Path) -> None:
        """Use a repository; `import_seed` makes it when it is not there."""
        self._git = Git(repository)

    async def import_seed(self, folder: Path) -> Patched:
        """See the port."""
        seed = await asyncio.to_thread(read_seed, folder)
        await self._git.create()
        entries = {path: new_of(file) for path, file in seed.items()}
        commit, tree = await self._commit((), entries, "seed")
        return Patched(commit=commit, tree=tree, diff="")

    async def apply(
        self,
        parents: Sequence[Commit],
        base: Commit,
        edits: Sequence[Edit],
        subtype: SubType,
        allowed: PatchClass | None,
        message: str,
    ) -> Patched:
        """See the port."""
        listing = await self._listing(base)
        before = await self._contents(listing)
        after = await asyncio.to_thread(patched, before, edits, subtype, allowed)
        entries = {path: _entry(listing.get(path), before.get(path), after[path]) for path in after}
        commit, tree = await self._commit(parents, entries, message)
        return Patched(commit=commit, tree=tree, diff=await self.diff(base, commit))

    async def diff(self, old: Commit, new: Commit) -> str:
        """See the port."""
        plain = ("--no-ext-diff", "--no-textconv", "--no-color", "--no-renames")
        versions = (checked(old), checked(new))
        _, output = await self._git.run("diff-tree", "-p", "-r", *plain, *versions)
        return output.decode(errors="replace")

    async def merge(self, ours: Commit, theirs: Commit) -> Merged:
        """See the port; a file of both sides' lines that does not parse is a conflict as well."""
        joined = await self._join(ours, theirs)
        parents = tuple(dict.fromkeys((ours, theirs)))
        commit, tree = await self._commit(parents, joined.files, f"merge {theirs} into {ours}")
        return Merged(commit=commit, tree=tree, conflicts=joined.conflicts)

    async def export(self, version: Commit | Tree, folder: Path) -> None:
        """See the port.

        Raises:
            ConfigError: the folder is not empty, or cannot be written.
        """
        files = await self.files(version)
        contents = {path: file.content for path, file in files.items()}
        executable = {path for path, file in files.items() if file.executable}
        await asyncio.to_thread(write_export, folder, contents, executable)

    async def files(self, version: Commit | Tree) -> dict[str, SeedFile]:
        """The files of a version by path."""
        listing = await self._listing(version)
        contents = await self._contents(listing)
        return {
            path: SeedFile(content=contents[path], executable=kept.mode == EXECUTABLE)
            for path, kept in listing.items()
        }

    async def _join(self, ours: Commit, theirs: Commit) -> Joined:
        verb = ("merge-tree", "--write-tree", "--name-only", "--no-messages", "-z")
        _, output = await self._git.run(*verb, checked(ours), checked(theirs), accept=(0, 1))
        tree, unclean = parse_merge(output)
        sides = await self._listing(ours), await self._listing(theirs)
        merged = await self._listing(tree)
        spoilt = await self._spoiled(sides, merged, unclean)
        files, conflicts = reconcile(*sides, merged, unclean | spoilt.keys())
        return Joined(files, conflicts, sides, merged, spoilt)

    async def _spoiled(
        self,
        sides: tuple[Mapping[str, Kept], Mapping[str, Kept]],
        merged: Mapping[str, Kept],
        unclean: set[str],
    ) -> dict[str, str]:
        known = {kept.blob for side in sides for kept in side.values()}
        joined = {
            path: kept
            for path, kept in merged.items()
            if kept.blob not in known and path not in unclean
        }
        if not joined:
            return {}
        contents = await self._contents({**joined, MANIFEST: sides[0][MANIFEST]})
        surfaces = parse_manifest(contents.pop(MANIFEST)).surfaces
        return await asyncio.to_thread(spoiled, surfaces, contents)

    async def _listing(self, version: Commit | Tree) -> dict[str, Kept]:
        _, output = await self._git.run("ls-tree", "-r", "-z", "--full-tree", checked(version))
        return parse_listing(output)

    async def _contents(self, listing: Mapping[str, Kept]) -> dict[str, bytes]:
        wanted = "".join(f"{kept.blob}\n" for kept in listing.values())
        _, output = await self._git.run("cat-file", "--batch", stdin=wanted.encode())
        blobs = parse_blobs(output)
        return {path: blobs[kept.blob] for path, kept in listing.items()}

    async def _commit(
        self, parents: Sequence[Commit], entries: Mapping[str, Kept | New], message: str
    ) -> tuple[Commit, Tree]:
        stream = render_import(parents, entries, message)
        _, output = await self._git.run("fast-import", "--quiet", "--done", stdin=stream)
        return parse_imported(output)


def _entry(kept: Kept | None, before: bytes | None, after: bytes) -> Kept | New:
    if kept is None:
        return New(PLAIN, after)
    return kept if before == after else New(kept.mode, after)
