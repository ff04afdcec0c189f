"""Plain files of a harness version, exported once and shared by all its boxes."""

import asyncio
import logging
import os
import shutil
from collections import defaultdict, deque
from itertools import count
from pathlib import Path

from saddle_engine.ports import HarnessStore
from saddle_engine.types.base import Tree

IN_USE = 64
"""Rollouts at a time, at most; each may still run in a folder that was put aside."""

Print = frozenset[tuple[str, int, int, int]]
log = logging.getLogger(__name__)


class Staging:
    """Folders by tree id under the engine's private folder.

    A box that is no sandbox can write to them. What a rollout changes there must not reach the next
    one, so a folder that was changed is put aside and exported anew.
    """

    def __init__(self, store: HarnessStore, private: Path) -> None:
        self._store = store
        self._folder = private / "harnesses"
        self._aside = private / "aside"
        self._spoiled: deque[Path] = deque()
        self._numbers = count(1)
        self._locks: defaultdict[Tree, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._staged: dict[Tree, Print] = {}

    async def folder(self, tree: Tree) -> Path:
        """The exported files of a tree; the same folder for every box of every rollout."""
        folder = self._folder / tree
        async with self._locks[tree]:
            if (known := self._staged.get(tree)) is None:
                await self._store.export(tree, folder)
            elif await asyncio.to_thread(_print, folder) != known:
                log.warning("a rollout of harness %s changed its files; they are put back", tree)
                await self._export_anew(tree, folder)
            else:
                return folder
            self._staged[tree] = await asyncio.to_thread(_print, folder)
        return folder

    async def _export_anew(self, tree: Tree, folder: Path) -> None:
        """In one step, and without taking the folder away from those who work in it."""
        fresh = self._folder / f"{tree}-{next(self._numbers)}"
        await self._store.export(tree, fresh)
        self._spoiled.append(self._aside / fresh.name)
        await asyncio.to_thread(_swap, folder, fresh, self._spoiled[-1])
        if len(self._spoiled) > IN_USE:
            await asyncio.to_thread(shutil.rmtree, self._spoiled.popleft(), ignore_errors=True)


def _swap(folder: Path, fresh: Path, aside: Path) -> None:
    aside.parent.mkdir(exist_ok=True)
    if folder.exists():
        folder.rename(aside)
    fresh.rename(folder)


def _print(folder: Path) -> Print:
    """Every name with what changes when its content, its mode or its place does; content unread."""
    found = set()
    for root, folders, files in os.walk(folder):
        for name in (*folders, *files, "."):
            found.add(_mark(os.path.join(root, name)))  # noqa: PTH118 - before every rollout
    return frozenset(found)


def _mark(path: str) -> tuple[str, int, int, int]:
    try:
        seen = os.lstat(path)
    except OSError:
        return path, 0, 0, 0
    return path, seen.st_ino, seen.st_mode, seen.st_ctime_ns
