"""An open container."""

from collections.abc import Sequence
from itertools import count

from docker import DockerClient

from saddle_engine.adapters.boxpaths import absolute, argv, sendable
from saddle_engine.adapters.docker.daemon import Daemon
from saddle_engine.adapters.docker.disk import Disk
from saddle_engine.adapters.docker.ending import out_of_memory
from saddle_engine.adapters.docker.exec import run
from saddle_engine.adapters.docker.files import TIMEOUT_S, judge, reading, writing
from saddle_engine.adapters.docker.order import Order
from saddle_engine.adapters.output import UNSENDABLE, not_started
from saddle_engine.errors import BoxSpent, SandboxError
from saddle_engine.types.boxes import BoxSpec, ExecResult

FREEZE_S = 120.0


class DockerBox:
    """An open box of `DockerBoxes`."""

    def __init__(
        self, daemon: Daemon, container: str, spec: BoxSpec, frozen: str, disk_mb: int
    ) -> None:
        """`disk_mb` is the size of its files to watch for; 0 when there is nothing to watch."""
        self._daemon = daemon
        self._container = container
        self._spec = spec
        self._count = count(1)
        self._disk = Disk(daemon, container, disk_mb)
        self._closed = ""
        self._spent = ""
        self.frozen = frozen
        """The name of the image that `freeze` makes."""

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
        words, given = argv(command), env or {}
        where = cwd or self._spec.workdir
        if not sendable(where, *words, *given, *given.values()):
            return not_started(UNSENDABLE)
        return await self._run(words, where, given, stdin, timeout_s, limit_bytes)

    async def read(self, path: str, *, offset: int = 0, limit: int = 1_000_000) -> bytes:
        place = self.path(path)
        result = await self._run(reading(place, offset, limit), limit_bytes=limit)
        judge(place, result)
        return result.stdout

    async def write(self, path: str, content: bytes, *, executable: bool = False) -> None:
        place = self.path(path)
        judge(place, await self._run(writing(place, len(content), executable), stdin=content))

    async def freeze(self) -> str:
        self._demand_open()
        self._closed = "frozen"
        await self._daemon.call("freezing a box", FREEZE_S, self._commit)
        return self.frozen

    def path(self, inside: str) -> str:
        return str(absolute(inside, self._spec.workdir))

    async def _run(
        self,
        words: Sequence[str],
        cwd: str = "/",
        env: dict[str, str] | None = None,
        stdin: bytes = b"",
        timeout_s: float = TIMEOUT_S,
        limit_bytes: int = 10_000,
    ) -> ExecResult:
        self._demand_open()
        number, where = next(self._count), self.path(cwd)
        order = Order(
            self._container, number, words, where, env or {}, stdin, timeout_s, limit_bytes
        )
        try:
            await self._disk.look()
            result, lives = await run(self._daemon, order, self._disk)
        except BoxSpent as why:
            self._spent = str(why)
            raise
        except SandboxError as why:
            if await out_of_memory(self._daemon, self._container):
                raise BoxSpent(f"the box {self._label} ran out of memory") from why
            raise
        if not lives:
            self._spent = f"the box {self._label} had no room left to end a command in it"
        return result

    def _commit(self, client: DockerClient) -> None:
        client.api.kill(self._container)
        client.api.wait(self._container)
        repository, _, tag = self.frozen.partition(":")
        client.api.commit(self._container, repository=repository, tag=tag)

    def _demand_open(self) -> None:
        if self._closed:
            raise SandboxError(f"the box {self._label} is {self._closed}")
        if self._spent:
            raise BoxSpent(self._spent)

    @property
    def _label(self) -> str:
        return f"{self._spec.kind}-{self._spec.name}"
