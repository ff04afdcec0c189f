"""Boxes in which every command ends at once, with a scripted result."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from saddle_engine.types.boxes import BoxSpec, ExecResult, Image


class FakeBoxes:
    """The port `Sandboxes`; what was opened is in sight."""

    name = "none"

    def __init__(self, result: ExecResult | None = None) -> None:
        self.opened: list[BoxSpec] = []
        self.result = result or ExecResult(exit_code=0)

    @asynccontextmanager
    async def open(self, spec: BoxSpec) -> AsyncIterator["FakeBox"]:
        """A box."""
        self.opened.append(spec)
        yield FakeBox(self.result)

    async def build(
        self, context: Path, tag: str, timeout_s: float, *, network: bool = False
    ) -> str:
        """The tag."""
        return tag

    async def image(self, name: str) -> Image:
        """One that says nothing."""
        return Image(name=name)

    async def reap(self) -> int:
        """Nothing to remove."""
        return 0


class FakeBox:
    """The port `Sandbox`: files in memory, one result for every command."""

    def __init__(self, result: ExecResult) -> None:
        self._result = result
        self._files: dict[str, bytes] = {}

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
        """The scripted result."""
        return self._result

    async def read(self, path: str, *, offset: int = 0, limit: int = 1_000_000) -> bytes:
        """What was written.

        Raises:
            FileNotFoundError: nothing was.
        """
        if path not in self._files:
            raise FileNotFoundError(path)
        return self._files[path][offset : offset + limit]

    async def write(self, path: str, content: bytes, *, executable: bool = False) -> None:
        """Keep it."""
        self._files[path] = content

    async def freeze(self) -> str:
        """A token."""
        return "frozen"

    def path(self, inside: str) -> str:
        """Itself."""
        return inside
