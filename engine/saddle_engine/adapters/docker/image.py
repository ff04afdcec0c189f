"""Images built from a folder with a Dockerfile, named after what is in the folder."""

import asyncio
import json
from collections import deque
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, cast
from urllib.parse import urlencode

from docker import DockerClient
from docker.errors import ImageNotFound
from docker.utils import build as context_files

from saddle_engine.adapters.docker.daemon import Daemon
from saddle_engine.adapters.docker.stream import connected, lines
from saddle_engine.errors import BenchmarkBroken
from saddle_engine.types.boxes import Image

LAST_LINES = 20
INSPECT_S = 30.0
CHUNK = 1 << 16


def image_name(context: Path, tag: str) -> str:
    """`tag` and a digest of every file below `context`: equal folders are built once.

    Raises:
        BenchmarkBroken: the folder has no Dockerfile, or cannot be read.
    """
    if not (context / "Dockerfile").is_file():
        raise BenchmarkBroken(f"building {tag}: {context} has no Dockerfile")
    digest = sha256()
    try:
        for path in sorted(context.rglob("*")):
            digest.update(_identity(path, context))
    except OSError as why:
        raise BenchmarkBroken(f"building {tag} from {context}: {why}") from why
    return f"{tag}{'-' if ':' in tag else ':'}{digest.hexdigest()[:16]}"


async def build_image(
    daemon: Daemon, context: Path, name: str, timeout_s: float, *, network: bool = False
) -> None:
    """Make sure the image exists; its build has no network unless told so.

    Raises:
        BenchmarkBroken: the build failed, or took too long; with its last lines.
        SandboxError: the Docker engine does not answer.
    """
    if await daemon.call(f"looking for {name}", INSPECT_S, lambda client: _exists(client, name)):
        return
    said: deque[str] = deque(maxlen=LAST_LINES)
    try:
        async with asyncio.timeout(timeout_s):
            error = await _build(daemon, context, name, said, network)
    except TimeoutError:
        error = f"no end after {timeout_s:g} s"
    if error:
        lines = "".join(said).strip()
        raise BenchmarkBroken(f"building {name} from {context}: {error}\n{lines}".strip())


async def _build(daemon: Daemon, context: Path, name: str, said: deque[str], network: bool) -> str:
    """The build's error, or nothing. Closing the connection ends it."""
    mode = "bridge" if network else "none"
    query = urlencode({"t": name, "networkmode": mode, "rm": 1, "forcerm": 1})
    with await asyncio.to_thread(_pack, context) as packed:
        size = packed.seek(0, 2)
        packed.seek(0)
        head = (
            f"POST /build?{query} HTTP/1.1\r\nHost: docker\r\n"
            f"Content-Type: application/x-tar\r\nContent-Length: {size}\r\n\r\n"
        )
        error = ""
        async with connected(daemon.socket, f"building {name}") as (reader, writer):
            writer.write(head.encode())
            while data := await asyncio.to_thread(packed.read, CHUNK):
                writer.write(data)
                await writer.drain()
            async for line in lines(reader):
                error = _hear(line, said) or error
    return error


def _hear(line: bytes, said: deque[str]) -> str:
    """Keep what the build prints; the error a line reports, or nothing."""
    try:
        report = json.loads(line)
    except ValueError:
        return ""
    said.append(str(report.get("stream", ""))[:1000])
    return str(report.get("error") or report.get("message") or "")[:1000]


def _pack(context: Path) -> IO[bytes]:
    ignored: list[str] = []
    with suppress(FileNotFoundError):
        ignored = (context / ".dockerignore").read_text("utf-8").splitlines()
    try:
        return cast("IO[bytes]", context_files.tar(context, exclude=ignored))
    except OSError as why:
        raise BenchmarkBroken(f"packing {context}: {why}") from why


def _identity(path: Path, context: Path) -> bytes:
    facts = [str(path.relative_to(context))]
    if path.is_symlink():
        facts += ["link", str(path.readlink())]
    elif path.is_file():
        executable = bool(path.stat().st_mode & 0o100)
        facts += ["file", str(executable), sha256(path.read_bytes()).hexdigest()]
    return json.dumps(facts).encode()


def _exists(client: DockerClient, name: str) -> bool:
    return inspect(client, name) is not None


def inspect(client: DockerClient, name: str) -> dict[str, Any] | None:
    """What Docker knows of an image; None when it is not on this machine."""
    try:
        found: dict[str, Any] = client.images.get(name).attrs
    except ImageNotFound:
        return None
    return found


def described(name: str, found: dict[str, Any]) -> Image:
    """What an image says of the boxes that start from it."""
    said = found["Config"] or {}
    return Image(
        name=name,
        workdir=said.get("WorkingDir") or "",
        user=said.get("User") or "",
        volumes=tuple(said.get("Volumes") or ()),
    )


def missing(name: str) -> str:
    """What to do about an image that is not there."""
    return f"the image {name} is not on this machine: `docker pull {name}`, or build it"
