"""Changes of a run's harnesses put on top of each other, in a repository of our own.

Each is a cherry-pick without a work tree: what a change was made on becomes the base of a three-way merge,
by commits that are made for it. The run's own repository is read and never written to.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from saddle_engine.adapters.git import Git
from saddle_engine.adapters.gitstore import GitStore, Joined
from saddle_engine.adapters.gittext import PLAIN, New, checked
from saddle_engine.harness import names
from saddle_engine.harness.clash import Clash, Sides, left_over, marked, relabelled
from saddle_engine.harness.reconcile import Kept
from saddle_engine.types.base import Commit, Tree

BOTH = "both change the same lines"
ONE = "one changes the file, the other removes it"


class Labels(NamedTuple):
    """What the marks of a conflict call its sides; plain text."""

    ours: str
    base: str
    theirs: str


class Picked(NamedTuple):
    """What came of a change on top of others."""

    commit: Commit
    """The one before where the change was there already; where files clash, they are as before."""
    clashes: tuple[Clash, ...]


class PickStore(GitStore):
    """Versions that can be put together; what is not in its own repository it reads from another one."""

    def __init__(self, repository: Path, source: Path) -> None:
        """Name a repository to be made, and the one that holds the versions."""
        super().__init__(repository)
        self._git = self.git = Git(repository, durable=False)  # gone before the power is
        """The repository, for whoever writes patches of it."""
        self._source = source
        self._listings: dict[str, dict[str, Kept]] = {}
        self._blobs: dict[str, bytes] = {}

    async def create(self) -> None:
        """Make the repository.

        Raises:
            ConfigError: git is missing or too old.
            JournalError: it cannot be made.
        """
        await self.git.create()
        # In quotes as C has them: a path may hold anything.
        objects = json.dumps(str((self._source / "objects").absolute()), ensure_ascii=False)
        borrowed = self.git.repository / "objects" / "info" / "alternates"
        borrowed.parent.mkdir(exist_ok=True)
        borrowed.write_text(f"{objects}\n", encoding="utf-8", errors="surrogateescape")

    async def tree(self, version: Commit) -> Tree:
        """What names the content of a version."""
        _, output = await self.git.run("rev-parse", "--verify", f"{checked(version)}^{{tree}}")
        return Tree(output.decode().strip())

    async def changed(
        self,
        version: Commit | Tree,
        files: Mapping[str, bytes | None],
        parent: Commit | None = None,
    ) -> Commit:
        """A version with some files as they are given; None removes one. Rights stay as they are.

        Args:
            version: what it is made of.
            files: by path.
            parent: of the new commit.
        """
        entries: dict[str, Kept | New] = {**await self._listing(version)}
        for path, content in files.items():
            kept = entries.pop(path, None)
            if content is not None:
                entries[path] = New(kept.mode if kept else PLAIN, content)
        commit, _ = await self._commit([parent] if parent else [], entries, "composed")
        return commit

    async def pick(
        self, onto: Commit, before: Commit | Tree, after: Commit | Tree, labels: Labels
    ) -> Picked:
        """The change from one version to another, made on a third one.

        Args:
            onto: what it is to be made on.
            before: what it was made on.
            after: what it made of that.
            labels: what conflicts call these.
        """
        listings = [await self._listing(each) for each in (before, onto, after)]
        clashes: tuple[Clash, ...] = ()
        if (files := _whole_files(*listings)) is None:
            base, _ = await self._commit((), listings[0], "base")
            ours, _ = await self._commit((base,), listings[1], "ours")
            theirs, _ = await self._commit((base,), listings[2], "theirs")
            joined = await self._join(ours, theirs)
            ids = {"base": base, "ours": ours, "theirs": theirs}
            clashes = await self._clashes(joined, listings[0], ids, labels)
            files = joined.files
        if files == listings[1]:
            return Picked(onto, clashes)
        commit, _ = await self._commit((onto,), files, "composed")
        self._listings[commit] = files
        return Picked(commit, clashes)

    async def _listing(self, version: Commit | Tree) -> dict[str, Kept]:
        """Asked for once: a version never changes, and most of the time goes into starting git."""
        if version not in self._listings:
            self._listings[version] = await super()._listing(version)
        return self._listings[version]

    async def _contents(self, listing: Mapping[str, Kept]) -> dict[str, bytes]:
        if new := {path: kept for path, kept in listing.items() if kept.blob not in self._blobs}:
            found = await super()._contents(new)
            self._blobs |= {kept.blob: found[path] for path, kept in new.items()}
        return {path: self._blobs[kept.blob] for path, kept in listing.items()}

    async def _clashes(
        self, joined: Joined, base: Mapping[str, Kept], ids: Mapping[str, str], labels: Labels
    ) -> tuple[Clash, ...]:
        if not joined.conflicts:
            return ()
        listings = (base, *joined.sides, joined.merged)
        *three, merged = [await self._some(listing, joined.conflicts) for listing in listings]
        clashes = []
        for path in joined.conflicts:
            sides = Sides(*(side.get(path) for side in three))
            text, why = merged.get(path, b""), joined.spoilt.get(path)
            if why is None:
                told = relabelled(text, ids, labels._asdict())
                by_line = left_over(told, sides) and None not in (sides.ours, sides.theirs)
                text = told if by_line else marked(sides, labels._asdict())
                why = ONE if None in (sides.ours, sides.theirs) else BOTH
            else:
                why = f"their joined lines will not do: {why}"
            clashes.append(Clash(path, sides, text, why))
        return tuple(clashes)

    async def _some(self, listing: Mapping[str, Kept], paths: tuple[str, ...]) -> dict[str, bytes]:
        return await self._contents({path: listing[path] for path in paths if path in listing})


def _whole_files(
    base: Mapping[str, Kept], ours: Mapping[str, Kept], theirs: Mapping[str, Kept]
) -> dict[str, Kept] | None:
    """What both sides come to where no file needs its lines joined; None where one does. Spares most of git."""
    files = dict(ours)
    for path in (path for path in {*base, *theirs} if base.get(path) != theirs.get(path)):
        if ours.get(path) not in (base.get(path), theirs.get(path)):
            return None
        files.pop(path, None)
        if path in theirs:
            files[path] = theirs[path]
    return None if names.collision(files) else dict(sorted(files.items()))
