"""Raw connections to the Docker engine, read on the event loop.

The SDK's way of attaching blocks a thread for as long as a command runs, and can lose output that
arrives together with the answer's headers.
"""

import asyncio
import json
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from saddle_engine.adapters.output import Output
from saddle_engine.errors import SandboxError

ANSWER_S = 30.0
LINE_LIMIT = 1 << 20
HEADER = struct.Struct(">BxxxL")  # 1 or 2 for the stream, length of what follows
CHUNK = 1 << 16
Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def connected(socket: Path, doing: str) -> AsyncIterator[Ends]:
    """The two ends of a connection; trouble with it becomes one error.

    Raises:
        SandboxError: the engine does not answer, or the connection breaks.
    """
    try:
        reader, writer = await asyncio.open_unix_connection(str(socket), limit=LINE_LIMIT)
    except OSError as why:
        raise SandboxError(f"{doing}: Docker does not answer at {socket}: {why}") from why
    try:
        yield reader, writer
    except (ConnectionError, EOFError) as why:
        raise SandboxError(f"{doing}: the connection to Docker broke: {why}") from why
    finally:
        await hang_up(writer)


async def hang_up(writer: asyncio.StreamWriter) -> None:
    """Close a connection at once; what is not sent yet never is."""
    writer.transport.abort()
    with suppress(OSError):
        await writer.wait_closed()


async def start(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, version: str, exec_id: str
) -> None:
    """Start an exec; its streams are then what the connection carries.

    Once the request is out the answer is awaited even when cancelled: only a command that has
    begun can be found and ended.

    Raises:
        SandboxError: the engine refuses, or does not answer.
    """
    writer.write(_starting(version, exec_id))
    try:
        head = await _head(reader)
    except asyncio.CancelledError:
        await _head(reader)
        raise
    if b" 101 " not in head.partition(b"\r\n")[0]:
        why = (await reader.read(1000)).decode("utf-8", "replace")
        raise SandboxError(f"starting a command in a box: {why}")


async def lines(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """The lines of an answer, whatever its status."""
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    rest = b""
    async for part in _parts(reader, head):
        *whole, rest = (rest + part).split(b"\n")
        for line in whole:
            yield line
    yield rest


class Frames:
    """What a command prints. Reading can be cut off at any time and taken up again."""

    def __init__(self, reader: asyncio.StreamReader, output: Output) -> None:
        self._reader = reader
        self._output = output
        self._stream, self._left = 1, 0

    async def read_all(self) -> None:
        """Read until the command's streams end, or until it prints without end."""
        while not self._output.flooded and await self._within_frame():
            data = await self._reader.read(min(self._left, CHUNK))
            if not data:
                raise EOFError("in the midst of what a command prints")
            self._left -= len(data)
            self._output.add(2 if self._stream == 2 else 1, data)

    async def _within_frame(self) -> bool:
        while not self._left:
            try:
                head = await self._reader.readexactly(HEADER.size)
            except asyncio.IncompleteReadError:
                return False
            self._stream, self._left = HEADER.unpack(head)
        return True


async def _head(reader: asyncio.StreamReader) -> bytes:
    try:
        async with asyncio.timeout(ANSWER_S):
            return await reader.readuntil(b"\r\n\r\n")
    except TimeoutError as why:
        raise SandboxError(f"Docker did not start a command within {ANSWER_S:g} s") from why


async def _parts(reader: asyncio.StreamReader, head: bytes) -> AsyncIterator[bytes]:
    if b"transfer-encoding: chunked" not in head:
        size = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0] or b"0")
        yield await reader.readexactly(size)
        return
    while size := int(await reader.readline(), 16):
        yield (await reader.readexactly(size + 2))[:-2]


def _starting(version: str, exec_id: str) -> bytes:
    body = json.dumps({"Detach": False, "Tty": False})
    return (
        f"POST /v{version}/exec/{exec_id}/start HTTP/1.1\r\nHost: docker\r\n"
        "Content-Type: application/json\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n"
        f"Content-Length: {len(body)}\r\n\r\n{body}"
    ).encode()
