"""Reading a user's folder as the first version of a harness."""

import stat
from collections.abc import Mapping
from pathlib import Path

from saddle_engine.errors import ConfigError, PatchRefused, PathRefused
from saddle_engine.harness import names
from saddle_engine.harness.hooks import check_hooks
from saddle_engine.harness.manifest import MANIFEST, Manifest, check_surfaces, read_manifest
from saddle_engine.harness.safe_open import read_plain, walk
from saddle_engine.harness.surfaces import surface_of
from saddle_engine.types.base import Value

FILE_LIMIT_BYTES = 1_000_000
TREE_LIMIT_BYTES = 50_000_000
FILES_LIMIT = 2_000
# Left out without a word: caches, and what git keeps for itself.
SKIPPED = frozenset(
    {"__pycache__", ".mypy_cache", ".pytest_cache", ".ruff_cache"}
    | {".git", ".gitignore", ".gitattributes", ".gitkeep", ".gitmodules", ".github"}
)


class SeedFile(Value):
    """A file as it will be kept."""

    content: bytes
    executable: bool


def read_seed(folder: Path) -> dict[str, SeedFile]:
    """The files of a harness in a folder, caches left out.

    Raises:
        ConfigError: no usable manifest, a link, a special file, a name no harness may have, a
            file of more than 1 MB, or too many; says which.
    """
    manifest = read_manifest(folder)
    try:
        seed = _files(folder)
        _check_together(manifest, seed)
    except (PathRefused, PatchRefused) as why:
        raise ConfigError(f"cannot import the harness {folder}: {why}") from why
    check_surfaces(manifest, seed, str(folder / MANIFEST))
    return seed


def _files(folder: Path) -> dict[str, SeedFile]:
    seed: dict[str, SeedFile] = {}
    size = 0
    for path, mode in walk(folder, SKIPPED):
        if path.endswith(".pyc"):
            continue
        if not stat.S_ISREG(mode):
            kind = "a symbolic link" if stat.S_ISLNK(mode) else "a special file"
            raise PathRefused(f"{path!r} is {kind}; a harness holds plain files only")
        if why := names.fault(path):
            raise PathRefused(why)
        content = read_plain(folder, path, FILE_LIMIT_BYTES)
        seed[path] = SeedFile(content=content, executable=bool(mode & stat.S_IXUSR))
        size += len(content)
        if len(seed) > FILES_LIMIT or size > TREE_LIMIT_BYTES:
            raise PathRefused(
                f"it has more than {FILES_LIMIT} files or {TREE_LIMIT_BYTES} bytes; "
                "keep data and environments outside of it"
            )
    return seed


def _check_together(manifest: Manifest, seed: Mapping[str, SeedFile]) -> None:
    if fault := names.collision(seed):
        raise PathRefused(fault)
    for path, file in seed.items():
        surface = surface_of(manifest.surfaces, path)
        if surface and surface.hooks:
            check_hooks(path, file.content)
