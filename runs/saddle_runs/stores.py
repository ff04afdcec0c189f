"""The repository of a run's harnesses, wherever the run was opened from."""

import asyncio
import os
import stat
from pathlib import Path

from saddle_engine.adapters.clock import SystemClock
from saddle_engine.adapters.git import Git
from saddle_engine.adapters.gitpack import unpack
from saddle_engine.errors import JournalError, SaddleError
from saddle_engine.types.base import Digest
from saddle_runs.folder import RunFolder
from saddle_runs.places import cache_of
from saddle_runs.viewer import RunViewer


def repository(folder: RunFolder) -> Path:
    """The path of a bare repository that holds every version of the run; read it, never write to it.

    The run's own, or one that was unpacked from its journal into the user's cache. Blocks for a
    moment; call it from a thread where an event loop runs.

    Raises:
        JournalError: the run has none, or it is damaged.
        ConfigError: there is no git, or the user's cache cannot be used.
    """
    # What lies around a lone file is nobody's we know: a repository's settings can run programs.
    if folder.file is None and _is_sound(folder.store):
        return folder.store
    with RunViewer(folder.database, SystemClock()) as viewer:
        digest = viewer.packed()
        if digest is None:
            raise JournalError(
                f"{folder.database} does not hold the harnesses of {folder.name}, and there is no"
                f" repository of them at {folder.store}; only a run that is over holds them itself"
            )
        return _unpacked(cache_of(folder.id) / f"{digest}.git", digest, viewer)


def _unpacked(kept: Path, digest: Digest, viewer: RunViewer) -> Path:
    if not _is_ours(kept):
        try:
            unpack(viewer.blob(digest), kept)
        except JournalError as error:
            raise JournalError(
                f"the harnesses in this run's file cannot be unpacked: {error}"
            ) from error
        if not _is_ours(kept):
            raise JournalError(f"{kept} is none of yours alone, so it is not read; remove it")
    return kept


def _is_sound(store: Path) -> bool:
    try:
        asyncio.run(Git(store).run("rev-parse", "--git-dir"))
    except SaddleError:
        return False
    return True


def _is_ours(folder: Path) -> bool:
    """A real folder of this user that nobody else can write to."""
    try:
        found = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o022
