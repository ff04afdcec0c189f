"""Harness versions in memory."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path

from saddle_engine.harness.merge import Merged
from saddle_engine.harness.patching import patched
from saddle_engine.types.base import Commit, Tree
from saddle_engine.types.patch import Edit, Patched
from saddle_engine.types.taxonomy import PatchClass, SubType

Files = dict[str, bytes]


@dataclass(frozen=True)
class _Version:
    parents: tuple[Commit, ...]
    tree: Tree


class FakeStore:
    """The port `HarnessStore`; patches are judged as the real one judges them.

    Two stores give equal versions equal names, so that a resumed run can begin with a fresh one
    that is given the `versions` of the first.
    """

    def __init__(self) -> None:
        self.trees: dict[Tree, Files] = {}
        self._versions: dict[Commit, _Version] = {}

    async def import_seed(self, folder: Path) -> Patched:
        """The first commit."""
        return self.seed(_read(folder))

    def seed(self, files: Mapping[str, bytes]) -> Patched:
        """The first commit, from files in memory."""
        commit, tree = self._commit((), dict(files), "seed")
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
        """A new commit, or a refusal."""
        after = patched(self.files(base), edits, subtype, allowed)
        commit, tree = self._commit(tuple(parents), after, message)
        return Patched(commit=commit, tree=tree, diff=await self.diff(base, commit))

    async def diff(self, old: Commit, new: Commit) -> str:
        """Unified diff."""
        before, after = self.files(old), self.files(new)
        return "".join(
            line
            for path in sorted({*before, *after})
            for line in unified_diff(
                before.get(path, b"").decode().splitlines(keepends=True),
                after.get(path, b"").decode().splitlines(keepends=True),
                f"a/{path}",
                f"b/{path}",
            )
        )

    async def merge(self, ours: Commit, theirs: Commit) -> Merged:
        """Whole files, three ways."""
        base = self._files_of_base(ours, theirs)
        mine, other = self.files(ours), self.files(theirs)
        merged, conflicts = dict(mine), []
        for path in sorted({*base, *other}):
            if other.get(path) in (base.get(path), mine.get(path)):
                continue
            if mine.get(path) != base.get(path):
                conflicts.append(path)
            elif path in other:
                merged[path] = other[path]
            else:
                del merged[path]
        commit, tree = self._commit((ours, theirs), merged, "merge")
        return Merged(commit=commit, tree=tree, conflicts=tuple(conflicts))

    async def export(self, version: Commit | Tree, folder: Path) -> None:
        """Plain files."""
        for path, content in self.files(version).items():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)

    def files(self, version: Commit | Tree) -> Files:
        """The content of a version."""
        known = self._versions.get(Commit(version))
        return dict(self.trees[known.tree if known else Tree(version)])

    def tree_of(self, commit: Commit) -> Tree | None:
        """The tree of a commit; None when there is no such commit."""
        known = self._versions.get(commit)
        return known.tree if known else None

    def _commit(
        self, parents: tuple[Commit, ...], files: Files, message: str
    ) -> tuple[Commit, Tree]:
        tree = Tree(_name({path: content.decode() for path, content in files.items()}))
        commit = Commit(_name([parents, tree, message]))
        self.trees[tree] = files
        self._versions[commit] = _Version(parents, tree)
        return commit, tree

    def _files_of_base(self, ours: Commit, theirs: Commit) -> Files:
        others = set(self._line(theirs))
        return self.files(next(commit for commit in self._line(ours) if commit in others))

    def _line(self, commit: Commit) -> list[Commit]:
        line = [commit]
        for each in line:
            line += [parent for parent in self._versions[each].parents if parent not in line]
        return line


def _read(folder: Path) -> Files:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def _name(value: object) -> str:
    return hashlib.sha1(json.dumps(value, sort_keys=True).encode()).hexdigest()
