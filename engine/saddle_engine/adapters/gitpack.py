"""A whole harness repository as one packfile, and back: what comes back is looked at as strangers' work."""

import asyncio
import shutil
import tempfile
from pathlib import Path

from saddle_engine.adapters.git import Git
from saddle_engine.errors import ConfigError, JournalError

LARGEST = 100_000_000
"""Bytes of a pack; a harness is source text, and its versions share most of it."""
DEADLINE_S = 120.0


async def pack(repository: Path) -> bytes:
    """Every version that the repository holds.

    Raises:
        JournalError: it cannot be read, or is too large to be kept in one piece.
    """
    git = Git(repository, DEADLINE_S)
    _, output = await git.run("count-objects", "-v")
    counted = dict(line.split(": ") for line in output.decode().splitlines())
    if (size := 1024 * (int(counted["size"]) + int(counted["size-pack"]))) > LARGEST:
        raise JournalError(f"it has {size} bytes, and at most {LARGEST} are kept in one piece")
    _, packed = await git.run("pack-objects", "--all", "--stdout", "--delta-base-offset", "-q")
    return packed


def unpack(packed: bytes, repository: Path) -> None:
    """Make a bare repository of a pack, whole or not at all; one that is there already is left.

    Every object is checked; there are no references, hooks or settings in a pack, so none come along.

    Raises:
        ConfigError: the repository's place cannot be written to, or there is no git.
        JournalError: the pack is damaged, too large, or no pack.
    """
    if len(packed) > LARGEST:
        raise JournalError(f"a pack of {len(packed)} bytes is larger than {LARGEST}")
    try:
        repository.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        unfinished = Path(tempfile.mkdtemp(prefix=".unpacking-", dir=repository.parent))
    except OSError as error:
        raise ConfigError(
            f"harnesses cannot be unpacked in {repository.parent}: {error.strerror}; set"
            " XDG_CACHE_HOME to a folder that can be written to"
        ) from error
    try:
        asyncio.run(_fill(Git(unfinished, DEADLINE_S), packed))
        unfinished.rename(repository)
    except OSError as error:
        if not repository.exists():  # else somebody else was as quick
            raise JournalError(f"unpacking {repository} failed: {error}") from error
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


async def _fill(git: Git, packed: bytes) -> None:
    await git.create()
    await git.run("index-pack", "--stdin", "--strict", stdin=packed)
