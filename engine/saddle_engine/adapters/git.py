"""One git command at a time, on one bare repository, deaf to every configuration but ours."""

import asyncio
import os
import signal
from collections.abc import Container
from contextlib import suppress
from pathlib import Path

from saddle_engine.errors import ConfigError, JournalError

DEADLINE_S = 30.0
LARGEST = 300_000_000
"""Bytes of an answer: a repository that a stranger made can have a small pack, and without an end to its files."""
CHUNK = 1 << 20
OLDEST = (2, 39)
SETTINGS = {
    "core.hooksPath": "/dev/null",
    "core.fsmonitor": "false",
    "core.attributesFile": "/dev/null",
    "core.quotePath": "false",
    "core.fsync": "all",
    "gc.auto": "0",
    # Renames are guesses: a merge must depend on paths alone.
    "merge.renames": "false",
    "merge.directoryRenames": "false",
    "merge.conflictStyle": "zdiff3",
}


class Git:
    """Runs git on a repository; no hook, filter, pager or user setting has a say."""

    def __init__(
        self, repository: Path, deadline_s: float = DEADLINE_S, *, durable: bool = True
    ) -> None:
        self.repository = repository.absolute()
        self.deadline_s = deadline_s
        self._settings = SETTINGS if durable else SETTINGS | {"core.fsync": "none"}

    async def create(self) -> None:
        """Make the repository, private to us, unless it exists.

        Raises:
            ConfigError: git is missing or too old.
            JournalError: the repository cannot be made.
        """
        await self._check_version()
        if (self.repository / "HEAD").exists():
            return
        self.repository.mkdir(parents=True, exist_ok=True, mode=0o700)
        await self.run("init", "--bare", "--quiet", "--template=", "--initial-branch=main")

    async def run(
        self, *arguments: str, stdin: bytes = b"", accept: Container[int] = (0,)
    ) -> tuple[int, bytes]:
        """Exit code and output of a git command.

        Raises:
            ConfigError: there is no git.
            JournalError: its exit code is not in `accept`, it took longer than the deadline, or its output is
            larger than `LARGEST`.
        """
        try:
            process = await self._start(arguments)
        except FileNotFoundError as why:
            raise ConfigError("git is not on PATH; expected git 2.39 or newer") from why
        try:
            async with asyncio.timeout(self.deadline_s):
                output, complaint = await _said(process, stdin)
        except TimeoutError as why:
            raise JournalError(
                f"git {arguments[0]} took longer than {self.deadline_s:g} s"
            ) from why
        finally:
            await _end(process)
        if output is None:
            raise JournalError(f"git {arguments[0]} has more to say than {LARGEST} bytes")
        code = process.returncode
        if code is None or code not in accept:
            said = complaint.decode(errors="replace").strip()[-500:]
            raise JournalError(f"git {arguments[0]} in {self.repository} failed ({code}): {said}")
        return code, output

    async def _start(self, arguments: tuple[str, ...]) -> asyncio.subprocess.Process:
        settings = [
            word for key, value in self._settings.items() for word in ("-c", f"{key}={value}")
        ]
        return await asyncio.create_subprocess_exec(
            "git",
            *settings,
            *arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=self._environment(),
            start_new_session=True,  # Ctrl-C in our terminal is for us to answer
        )

    def _environment(self) -> dict[str, str]:
        return {
            "PATH": os.environ.get("PATH", os.defpath),
            "HOME": str(self.repository),
            "LC_ALL": "C",
            "TZ": "UTC",
            "GIT_DIR": str(self.repository),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_ATTR_NOSYSTEM": "1",
            "GIT_NO_REPLACE_OBJECTS": "1",
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_ALLOW_PROTOCOL": "none",  # what a partial clone lacks is not fetched behind our back
        }

    async def version(self) -> tuple[int, int]:
        """Of git itself.

        Raises:
            ConfigError: there is no git.
        """
        _, output = await self.run("version")
        numbers = output.decode().split()[2].split(".")
        return int(numbers[0]), int(numbers[1])

    async def _check_version(self) -> None:
        found = await self.version()
        if found < OLDEST:
            raise ConfigError(f"git {found[0]}.{found[1]} is too old; expected 2.39 or newer")


async def _said(process: asyncio.subprocess.Process, stdin: bytes) -> tuple[bytes | None, bytes]:
    """What it prints, None where that is too much, and what it complains of; it has ended then, or is ended."""
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    async with asyncio.TaskGroup() as group:
        output = group.create_task(_read(process.stdout))
        complaint = group.create_task(process.stderr.read())
        with suppress(BrokenPipeError, ConnectionResetError):
            process.stdin.write(stdin)
            await process.stdin.drain()
        process.stdin.close()
        if await output is None:
            await _end(process)
    await process.wait()
    return output.result(), complaint.result()


async def _read(stream: asyncio.StreamReader) -> bytes | None:
    parts, size = [], 0
    while part := await stream.read(CHUNK):
        parts.append(part)
        size += len(part)
        if size > LARGEST:
            return None
    return b"".join(parts)


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()
