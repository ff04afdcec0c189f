"""A box that is a folder: `work`, `home`, `tmp`, and `root` for every other absolute path."""

import shutil
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path, PurePosixPath

from saddle_engine.adapters.boxpaths import absolute, argv, sendable
from saddle_engine.adapters.none.files import read_below, write_below
from saddle_engine.adapters.none.spawn import Order, run
from saddle_engine.adapters.none.trees import copy_tree
from saddle_engine.adapters.output import UNSENDABLE, not_started
from saddle_engine.adapters.processes import MARK, end_marked
from saddle_engine.adapters.threads import finish
from saddle_engine.errors import PathRefused, SandboxError
from saddle_engine.types.boxes import BoxSpec, ExecResult

FROZEN = "frozen-"
FOLDERS = ("work", "home", "tmp", "root")
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
ADDRESS_ROOM_KB = 4_000_000
"""Added to a box's memory: address space that Python and its threads reserve and never use."""


class HostBox:
    """An open box of `HostFolders`."""

    def __init__(self, folder: Path, spec: BoxSpec) -> None:
        self.folder = folder
        self._spec = spec
        self._count = count(1)
        self._ran = False
        self._closed = ""

    async def exec(
        self,
        command: str | Sequence[str],
        *,
        cwd: str | None = None,
        env: dict[str, str] | None = None,
        stdin: bytes = b"",
        timeout_s: float = 60.0,
        limit_bytes: int = 1_000_000,
    ) -> ExecResult:
        self._demand_open()
        words, given = argv(command), env or {}
        if not sendable(*words, *given, *given.values()):
            return not_started(UNSENDABLE)
        try:
            where = Path(self.path(cwd or self._spec.workdir))
        except PathRefused as why:
            return not_started(str(why))
        self._ran = True
        result = await run(
            Order(
                argv=words,
                cwd=where,
                env={**self._environment(), **given},
                mark=f"{self.folder}:{next(self._count)}",
                stdin=stdin,
                timeout_s=timeout_s,
                limit_bytes=limit_bytes,
                memory_kb=self._spec.memory_mb * 1024 + ADDRESS_ROOM_KB,
            )
        )
        self._demand_open()
        return result

    async def read(self, path: str, *, offset: int = 0, limit: int = 1_000_000) -> bytes:
        self._demand_open()
        root, parts = self._locate(path)
        return await finish(read_below, root, parts, offset, limit)

    async def write(self, path: str, content: bytes, *, executable: bool = False) -> None:
        self._demand_open()
        root, parts = self._locate(path)
        if not root.is_relative_to(self.folder):
            raise PathRefused(f"{path!r} is mounted read-only")
        await finish(write_below, root, parts, content, executable)

    async def freeze(self) -> str:
        self._demand_open()
        self._closed = "frozen"
        await self.end()
        await finish(copy_tree, self.folder, self.frozen)
        return str(self.frozen)

    def path(self, inside: str) -> str:
        root, parts = self._locate(inside)
        return str(root.joinpath(*parts))

    @property
    def frozen(self) -> Path:
        """Where `freeze` keeps the files."""
        return self.folder.with_name(FROZEN + self.folder.name)

    async def end(self) -> None:
        """Kill everything that runs in this box."""
        if self._ran:
            await end_marked(f"{MARK}={self.folder}:")

    async def close(self) -> None:
        """End it; nothing can be done in it afterwards."""
        self._closed = "closed"
        await self.end()

    def _locate(self, path: str) -> tuple[Path, tuple[str, ...]]:
        """The host folder that a path is below, and the parts of the way down."""
        place = absolute(path, self._spec.workdir)
        if place.is_relative_to(self.folder):  # a command may have printed its own folder
            return self.folder, place.relative_to(self.folder).parts
        for mount in sorted(self._spec.mounts, key=lambda one: one.target, reverse=True):
            if place.is_relative_to(mount.target):
                return mount.source, place.relative_to(mount.target).parts
        workdir = PurePosixPath(self._spec.workdir)
        if place.is_relative_to(workdir):
            return self.folder / "work", place.relative_to(workdir).parts
        return self.folder / "root", place.parts[1:]

    def _environment(self) -> dict[str, str]:
        return {
            "PATH": _path(),
            "HOME": str(self.folder / "home"),
            "TMPDIR": str(self.folder / "tmp"),
            "LANG": "C.UTF-8",
            "TZ": "UTC",
            **dict(self._spec.env),
        }

    def _demand_open(self) -> None:
        if self._closed:
            raise SandboxError(f"the box {self.folder.name} is {self._closed}")


def _path() -> str:
    """The system's programs; our own Python's folder only where the system has none."""
    if shutil.which("python3", path=PATH):
        return PATH
    return f"{PATH}:{Path(sys.executable).resolve().parent}"
