"""Chosen patches on top of each other, in their order, each by its own change alone."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from saddle_engine.adapters.gitpick import Labels, PickStore
from saddle_engine.errors import ConfigError
from saddle_engine.harness import names
from saddle_engine.harness.clash import Clash
from saddle_engine.harness.seed import SeedFile
from saddle_engine.types.base import Commit, NodeId, PatchId
from saddle_runs.decisions import Decisions, Edited, Resolved, Row
from saddle_runs.stores import repository
from saddle_runs.triage import Triage
from saddle_tui.text.safe import clean
from saddle_tui.triage.desk import Desk
from saddle_tui.triage.grounds import grounds
from saddle_tui.triage.plan import Item, plan

Files = Mapping[str, SeedFile]
SEED = "the seed"


class Conflict(NamedTuple):
    """A file in which a patch does not go together with those before it."""

    patch: PatchId
    clash: Clash
    others: tuple[PatchId, ...]
    """Patches before it that change the file, as far as they are chosen."""

    @property
    def sentence(self) -> str:
        """For people; hostile text is possible."""
        others = " and ".join(self.others) or "what is below it"
        return f"{self.patch} conflicts with {others} in {self.clash.path} ({self.clash.why})"


@dataclass(frozen=True)
class Piece:
    """What became of one chosen patch."""

    item: Item
    before: Commit
    after: Commit
    """As `before` where its change was there already, and where it conflicts."""
    conflicts: tuple[Conflict, ...] = ()
    """Those that nobody has resolved; then nothing of the patch is in `after`."""
    resolved: tuple[Row, ...] = ()
    """Resolutions that were used; each with a `Resolved`."""
    grounds: str = ""
    """How what is below it differs from what it was measured on; empty where it does not."""

    @property
    def patch(self) -> PatchId:
        """Its name."""
        return self.item.patch

    @property
    def notes(self) -> Iterator[str]:
        """What stands between it and the patch that was measured; hostile text is possible."""
        yield from (conflict.sentence for conflict in self.conflicts)
        edit = self.item.edit
        if edit is not None and isinstance(edit.said, Edited):
            yield f"in the version of {edit.by}: {', '.join(edit.said.files)}"
        for row in self.resolved:
            if isinstance(row.said, Resolved):
                yield f"a conflict in {row.said.path} was resolved by {row.by}"
        if self.grounds:
            yield self.grounds

    @property
    def contained(self) -> bool:
        """It changes nothing any more."""
        return self.before == self.after and not self.conflicts


@dataclass(frozen=True)
class Composition:
    """What the chosen patches give together, up to the first that conflicts."""

    seed: Commit
    pieces: tuple[Piece, ...] = ()
    waiting: tuple[PatchId, ...] = ()
    """Chosen patches behind one that conflicts: they were not tried."""
    versions: Mapping[Commit, Files] = field(default_factory=dict)
    """The files of every version that a piece names, and of the seed."""
    node: NodeId | None = None
    """The node of the run that has the same files as `result`: it was measured as a whole. None for none."""

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """What must be resolved before anything can be taken home."""
        return self.pieces[-1].conflicts if self.pieces else ()

    @property
    def result(self) -> Commit:
        """The last version."""
        return self.pieces[-1].after if self.pieces else self.seed

    @property
    def steps(self) -> tuple[Piece, ...]:
        """Pieces that change something."""
        return tuple(piece for piece in self.pieces if piece.before != piece.after)


@asynccontextmanager
async def composed(
    desk: Desk, decisions: Decisions
) -> AsyncIterator[tuple[Composition, PickStore]]:
    """Put the chosen patches together, in a private place that is removed afterwards.

    Raises:
        ConfigError: a decision cannot be carried out; there is no git.
        JournalError: the run's harnesses cannot be read.
    """
    with tempfile.TemporaryDirectory(prefix="saddle-triage-") as scratch:
        source = await asyncio.to_thread(repository, desk.folder)
        store = PickStore(Path(scratch) / "composed.git", source)
        await store.create()
        yield await _Composer(desk, decisions, store).compose(), store


class _Composer:
    def __init__(self, desk: Desk, decisions: Decisions, store: PickStore) -> None:
        self._state, self._decisions, self._store = desk.state, decisions, store
        self._triage: Triage = desk.triage
        self._versions: dict[Commit, Files] = {}

    async def compose(self) -> Composition:
        run = self._state.run
        assert run is not None
        items = plan(self._state, self._decisions, self._triage.content)
        await self._files(run.commit)
        pieces: list[Piece] = []
        for item in items:
            pieces.append(
                await self._piece(item, pieces[-1].after if pieces else run.commit, pieces)
            )
            if pieces[-1].conflicts:
                break
        waiting = tuple(item.patch for item in items[len(pieces) :])
        found = Composition(run.commit, tuple(pieces), waiting, self._versions)
        return found if found.conflicts else replace(found, node=await self._node(found.result))

    async def _node(self, result: Commit) -> NodeId | None:
        tree = await self._store.tree(result)
        return next((node.id for node in self._state.dag if node.tree == tree), None)

    async def _piece(self, item: Item, onto: Commit, below: list[Piece]) -> Piece:
        theirs = await self._store.changed(item.after, item.files) if item.files else item.after
        picked = await self._store.pick(onto, item.before, theirs, _labels(item, below))
        same = await self._files(onto) == await self._store.files(item.before)
        told = "" if same else grounds(self._state, item.patch, [each.patch for each in below])
        piece = Piece(item, onto, onto, grounds=told)
        found = [(clash, self._decisions.resolutions.get(clash.key)) for clash in picked.clashes]
        if open_ := [clash for clash, row in found if row is None]:
            return replace(
                piece, conflicts=tuple([await self._conflict(item, each, below) for each in open_])
            )
        rows = tuple(row for _, row in found if row is not None)
        return replace(
            piece, after=await self._after(onto, picked.commit, rows, item), resolved=rows
        )

    async def _after(
        self, onto: Commit, picked: Commit, rows: tuple[Row, ...], item: Item
    ) -> Commit:
        if not rows:
            await self._files(picked)
            return picked
        said = [row.said for row in rows if isinstance(row.said, Resolved)]
        contents = {
            each.path: None if each.content is None else self._triage.content(each.content)
            for each in said
        }
        after = await self._store.changed(picked, contents, onto)
        files = await self._files(after)
        if why := names.collision(files):
            raise ConfigError(f"{item.patch} cannot be put on top of the others as resolved: {why}")
        return onto if files == self._versions[onto] else after

    async def _conflict(self, item: Item, clash: Clash, below: list[Piece]) -> Conflict:
        path = clash.path
        others = [
            each.patch
            for each in below
            if self._versions[each.before].get(path) != self._versions[each.after].get(path)
        ]
        return Conflict(item.patch, clash, tuple(others))

    async def _files(self, version: Commit) -> Files:
        if version not in self._versions:
            self._versions[version] = await self._store.files(version)
        return self._versions[version]


def _labels(item: Item, below: list[Piece]) -> Labels:
    on = ", ".join(each.patch for each in below) or SEED
    return Labels(
        clean(f"so far: {on}"), clean(f"what {item.patch} was made on"), clean(item.patch)
    )


def composition_of(desk: Desk) -> Composition:
    """What the chosen patches give together now; as of `composed`. Blocks: call it from a thread."""

    async def compose() -> Composition:
        async with composed(desk, desk.decisions) as (composition, _):
            return composition

    return asyncio.run(compose())
