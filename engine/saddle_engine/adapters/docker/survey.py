"""What a Docker engine says of itself, asked with short deadlines and nothing started."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from docker import APIClient
from docker.errors import DockerException, ImageNotFound
from requests import RequestException

from saddle_engine.errors import SandboxError
from saddle_engine.types.base import Value


class Survey(Value):
    """Facts that decide what boxes can be."""

    version: str
    system: str
    """Kernel and processor, such as `linux/x86_64`."""
    driver: str
    """Of storage, such as `overlay2`."""
    backing: str
    """The file system below it; empty when it does not say."""
    root: Path
    """Where the engine keeps its files."""
    cgroup: str
    memory: bool
    swap: bool
    pids: bool
    cpus: bool
    """Which limits can be set."""
    seccomp: bool
    rootless: bool


def survey(socket: Path, timeout_s: int) -> Survey:
    """The engine at a socket; every answer within `timeout_s`.

    Raises:
        SandboxError: it refused, or did not answer in time.
    """
    with _asking(socket, timeout_s) as client:
        info = client.info()
    security = ",".join(info.get("SecurityOptions") or [])
    storage = dict(pair for pair in info.get("DriverStatus") or [] if len(pair) == 2)
    return Survey(
        version=str(info.get("ServerVersion", "?")),
        system=f"{info.get('OSType', '?')}/{info.get('Architecture', '?')}",
        driver=str(info.get("Driver", "?")),
        backing=str(storage.get("Backing Filesystem", "")),
        root=Path(info.get("DockerRootDir") or "/var/lib/docker"),
        cgroup=str(info.get("CgroupVersion", "1")),
        memory=bool(info.get("MemoryLimit")),
        swap=bool(info.get("SwapLimit")),
        pids=bool(info.get("PidsLimit")),
        cpus=bool(info.get("CpuCfsQuota")),
        seccomp="name=seccomp" in security,
        rootless="name=rootless" in security,
    )


def absent(socket: Path, images: Iterable[str], timeout_s: int) -> set[str]:
    """Those of the images that the engine does not have.

    Raises:
        SandboxError: it refused, or did not answer in time.
    """
    with _asking(socket, timeout_s) as client:
        return {name for name in images if not _has(client, name)}


def _has(client: Any, name: str) -> bool:
    try:
        client.inspect_image(name)
    except ImageNotFound:
        return False
    return True


@contextmanager
def _asking(socket: Path, timeout_s: int) -> Iterator[Any]:
    try:
        client = APIClient(base_url=f"unix://{socket}", version="auto", timeout=timeout_s)
        try:
            yield client
        finally:
            client.close()
    except (DockerException, RequestException) as why:
        said = str(why)[:500]
        if "timed out" in said:
            said = f"no answer within {timeout_s} s"
        raise SandboxError(f"asking Docker at {socket}: {said}") from why
