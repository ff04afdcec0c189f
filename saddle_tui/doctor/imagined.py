"""Boxes that are never opened: a benchmark tells them which images it would need."""

from contextlib import AbstractAsyncContextManager
from pathlib import Path

from saddle_engine.errors import SandboxError
from saddle_engine.ports import Sandbox
from saddle_engine.types.boxes import BoxSpec, Image


class Imagined:
    """Implements `ports.Sandboxes` by taking notes."""

    def __init__(self) -> None:
        """Nothing is noted yet."""
        self.contexts: dict[str, Path] = {}
        """Folders to build, by tag."""

    @property
    def name(self) -> str:
        return "docker"

    def open(self, spec: BoxSpec) -> AbstractAsyncContextManager[Sandbox]:
        raise SandboxError(f"the box {spec.name} is imagined and cannot be opened")

    async def build(
        self, context: Path, tag: str, timeout_s: float, *, network: bool = False
    ) -> str:
        self.contexts[tag] = context
        return tag

    async def image(self, name: str) -> Image:
        return Image(name=name)

    async def reap(self) -> int:
        return 0
