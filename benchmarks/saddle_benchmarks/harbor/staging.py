"""Copies of tests that a box can mount: readable by any user, and fixed for the whole run."""

import asyncio
import os
import shutil
import tempfile
from pathlib import Path

from saddle_benchmarks.harbor.files import digest_of, plain_files
from saddle_benchmarks.harbor.folder import TaskFolder
from saddle_engine.errors import BenchmarkBroken


async def stage(found: TaskFolder, private: Path) -> Path:
    """The task's tests as a folder for a read-only mount.

    A mount keeps the modes of the host: below a strict umask a verifier without privileges could
    not read the original.

    Raises:
        BenchmarkBroken: the task changed since the run read it.
    """
    return await asyncio.to_thread(_stage, found, private / "tests" / found.task.digest)


def _stage(found: TaskFolder, target: Path) -> Path:
    if target.is_dir():
        return target
    if digest_of(plain_files(found.folder)) != found.task.digest:
        raise BenchmarkBroken(f"the files of task {found.task.id} changed during the run")
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as fresh:
        whole = Path(fresh) / "tests"
        shutil.copytree(found.folder / "tests", whole)
        _open_to_all(whole)
        try:
            whole.rename(target)
        except OSError:
            if not target.is_dir():
                raise
    return target


def _open_to_all(folder: Path) -> None:
    for place, _, names in os.walk(folder):
        Path(place).chmod(0o755)
        for name in names:
            path = Path(place) / name
            path.chmod(0o755 if path.stat().st_mode & 0o100 else 0o644)
