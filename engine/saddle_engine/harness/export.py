"""Writing a version as plain files that a box, running as another user, can read."""

import shutil
from collections.abc import Collection, Mapping
from pathlib import Path
from tempfile import mkdtemp

from saddle_engine.errors import ConfigError


def write_export(folder: Path, files: Mapping[str, bytes], executable: Collection[str]) -> None:
    """Write the files into a new or empty folder: all of them, or nothing.

    Raises:
        ConfigError: the folder holds something already, or cannot be written.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        # Written beside and moved in one step, so that a folder that is there is complete.
        staging = Path(mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
        try:
            _fill(staging, files, executable)
            staging.rename(folder)
        except BaseException:
            shutil.rmtree(staging, ignore_errors=True)
            raise
    except OSError as why:
        raise ConfigError(
            f"cannot write the harness to {folder}: {why.strerror}; expected a new or empty folder"
        ) from why


def _fill(root: Path, files: Mapping[str, bytes], executable: Collection[str]) -> None:
    root.chmod(0o755)
    for folder in sorted({parent for path in files for parent in (root / path).parents}):
        if folder.is_relative_to(root) and folder != root:
            folder.mkdir()
            folder.chmod(0o755)  # whatever our umask says
    for path, content in files.items():
        file = root / path
        file.write_bytes(content)
        file.chmod(0o755 if path in executable else 0o644)
