"""The port `Sandboxes` over plain host folders."""

import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from saddle_engine.adapters.boxnames import Names
from saddle_engine.adapters.none.box import FOLDERS, FROZEN, HostBox
from saddle_engine.adapters.none.trees import copy_tree, remove_tree
from saddle_engine.adapters.processes import MARK, end_marked
from saddle_engine.adapters.threads import finish
from saddle_engine.errors import SandboxError
from saddle_engine.types.boxes import BoxSpec, Image


class HostFolders:
    """Opens boxes as folders of `base`, which belongs to one run alone.

    They stop accidents, not attackers: commands see the host.
    """

    def __init__(self, base: Path) -> None:
        self._base = base.absolute()
        self._names = Names()

    @property
    def name(self) -> str:
        return "none"

    @asynccontextmanager
    async def open(self, spec: BoxSpec) -> AsyncIterator[HostBox]:
        name = f"{spec.kind}-{spec.name}"
        async with self._names.hold(name):
            box = HostBox(self._base / name, spec)
            try:
                await self._make(self._base / name, spec)
                yield box
            finally:
                await self._unmake(box)

    async def build(
        self, context: Path, tag: str, timeout_s: float, *, network: bool = False
    ) -> str:
        """Host folders need no image."""
        return tag

    async def image(self, name: str) -> Image:
        """Host folders need no image."""
        return Image(name=name)

    async def reap(self) -> int:
        return sum([await _clear(self._base / name) for name in await self._left()])

    async def _left(self) -> list[str]:
        names = await finish(_names, self._base)
        return [name for name in names if name.removeprefix(FROZEN) not in self._names]

    async def _make(self, folder: Path, spec: BoxSpec) -> None:
        await _clear(folder)
        if spec.start_from:
            await finish(_thaw, Path(spec.start_from), folder)
        else:
            await finish(_make_fresh, folder)

    async def _unmake(self, box: HostBox) -> None:
        try:
            await box.close()
            await finish(_remove, box.folder, box.frozen)
        except SandboxError as why:  # what was done in the box stands; `reap` finds the rest
            logging.getLogger(__name__).warning("closing the box %s: %s", box.folder.name, why)


async def _clear(folder: Path) -> int:
    """End and remove what an engine left that died; how many things there were."""
    if not await finish(os.path.lexists, folder):
        return 0
    ended = await end_marked(f"{MARK}={folder}:")
    await finish(remove_tree, folder)
    return ended + 1


def _names(base: Path) -> list[str]:
    return sorted(one.name for one in base.iterdir()) if base.is_dir() else []


def _make_fresh(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True)
        for name in FOLDERS:
            (folder / name).mkdir()
    except OSError as why:
        raise SandboxError(f"making the box {folder}: {why}") from why


def _thaw(frozen: Path, folder: Path) -> None:
    if frozen.parent != folder.parent or not frozen.name.startswith(FROZEN):
        raise SandboxError(f"{str(frozen)!r} is not a frozen box of this run")
    copy_tree(frozen, folder)


def _remove(*folders: Path) -> None:
    for folder in folders:
        remove_tree(folder)
