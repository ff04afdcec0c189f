"""Moving only what a task declares from the agent's box to the verifier's."""

from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

from saddle_benchmarks.harbor.task_toml import Artifact
from saddle_engine.errors import BenchmarkBroken, PathRefused
from saddle_engine.ports import Sandbox

MAX_FILES = 2_000
MAX_BYTES = 64_000_000
_FIND_TIMEOUT_S = 30.0


async def copy_artifacts(
    artifacts: Sequence[Artifact], workdir: str, box: Sandbox, fresh: Sandbox
) -> None:
    """Copy every plain file that the artifacts name; what the agent did not make is just absent.

    Raises:
        BenchmarkBroken: more than a verifier gets, or a folder that cannot be listed in time.
    """
    room = MAX_BYTES
    for artifact in artifacts:
        source = PurePosixPath(workdir) / artifact.source
        programs = set(await _listed(box, source, "-perm", "-100"))
        for path in await _listed(box, source):
            if any(fnmatchcase(path, pattern) for pattern in artifact.exclude):
                continue
            content = await _content(box, str(source / path), room)
            if content is None:
                continue
            room -= len(content)
            await fresh.write(str(source / path), content, executable=path in programs)


async def _listed(box: Sandbox, source: PurePosixPath, *tests: str) -> tuple[str, ...]:
    """Plain files at or below `source`, relative to it; `.` for a file itself."""
    root = box.path(str(source))
    command = ("find", root, "-type", "f", *tests, "-print0")
    found = await box.exec(command, timeout_s=_FIND_TIMEOUT_S)
    names = found.stdout.decode(errors="replace").split("\0")[:-1]
    if found.timed_out or found.truncated or len(names) > MAX_FILES:
        raise BenchmarkBroken(f"artifact {source} has more than {MAX_FILES} files")
    paths = [PurePosixPath(name) for name in names if ".." not in PurePosixPath(name).parts]
    return tuple(str(path.relative_to(root)) for path in paths if path.is_relative_to(root))


async def _content(box: Sandbox, path: str, room: int) -> bytes | None:
    try:
        content = await box.read(path, limit=room + 1)
    except (FileNotFoundError, PathRefused):
        return None
    if len(content) > room:
        raise BenchmarkBroken(f"artifacts are larger than {MAX_BYTES // 1_000_000} MB")
    return content
