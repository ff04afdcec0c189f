"""Plain files of a harness version, exported once and shared read-only by all its boxes."""

import asyncio
from collections import defaultdict
from pathlib import Path

from saddle_engine.ports import HarnessStore
from saddle_engine.types.base import Tree


class Staging:
    """Folders by tree id under the engine's private folder."""

    def __init__(self, store: HarnessStore, private: Path) -> None:
        self._store = store
        self._folder = private / "harnesses"
        self._locks: defaultdict[Tree, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._staged: set[Tree] = set()

    async def folder(self, tree: Tree) -> Path:
        """The exported files of a tree; the same folder for every box of every rollout."""
        async with self._locks[tree]:
            if tree not in self._staged:
                await self._store.export(tree, self._folder / tree)
                self._staged.add(tree)
        return self._folder / tree
