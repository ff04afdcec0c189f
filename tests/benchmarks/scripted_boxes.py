"""Boxes in memory that look like Docker's: `find` works, and tests/test.sh does what a test says."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from saddle_engine.errors import PathRefused
from saddle_engine.types.boxes import BoxSpec, ExecResult, Image

Files = dict[str, bytes]


@dataclass
class ScriptedBox:
    spec: BoxSpec
    files: Files
    verifier: Callable[["ScriptedBox"], ExecResult]
    links: set[str] = field(default_factory=set)
    env: dict[str, str] = field(default_factory=dict)
    limits: list[float] = field(default_factory=list)
    frozen: bool = False

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
        if command[0] == "find":
            return self._find(command[1], executable="-perm" in command)
        if command[-1].endswith("/test.sh"):
            self.env, self.limits = dict(env or {}), [*self.limits, timeout_s]
            return self.verifier(self)
        return ExecResult(exit_code=0)

    async def read(self, path: str, *, offset: int = 0, limit: int = 1_000_000) -> bytes:
        if path in self.links:
            raise PathRefused(f"{path} is a link")
        if path not in self.files:
            raise FileNotFoundError(path)
        return self.files[path][offset : offset + limit]

    async def write(self, path: str, content: bytes, *, executable: bool = False) -> None:
        self.files[path] = content

    async def freeze(self) -> str:
        self.frozen = True
        return self.spec.name

    def path(self, inside: str) -> str:
        return inside

    def _find(self, root: str, *, executable: bool) -> ExecResult:
        below = [path for path in self.files if path == root or path.startswith(f"{root}/")]
        found = [path for path in below if not executable]
        return ExecResult(exit_code=0, stdout="".join(f"{path}\0" for path in found).encode())


@dataclass
class ScriptedBoxes:
    verifier: Callable[[ScriptedBox], ExecResult] = lambda box: ExecResult(exit_code=0)
    opened: list[ScriptedBox] = field(default_factory=list)
    built: list[str] = field(default_factory=list)
    networked: list[str] = field(default_factory=list)
    images: dict[str, Image] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return "docker"

    @asynccontextmanager
    async def open(self, spec: BoxSpec) -> AsyncIterator[ScriptedBox]:
        kept = next((box for box in self.opened if box.spec.name == spec.start_from), None)
        box = ScriptedBox(spec, dict(kept.files) if kept else {}, self.verifier)
        self.opened.append(box)
        yield box

    async def build(
        self, context: Path, tag: str, timeout_s: float, *, network: bool = False
    ) -> str:
        await asyncio.sleep(0)
        self.built.append(tag)
        self.networked += [tag] * network
        return tag

    async def image(self, name: str) -> Image:
        return self.images.get(name, Image(name=name))

    async def reap(self) -> int:
        return 0
