"""Whole folders of boxes: copied without following links, removed whatever their modes."""

import os
import shutil
import stat
import subprocess
from pathlib import Path

from saddle_engine.errors import SandboxError


def copy_tree(source: Path, target: Path) -> None:
    """Copy files, folders and links (as links); pipes, sockets and devices are left out.

    Raises:
        SandboxError: something could not be copied.
    """
    try:
        shutil.copytree(source, target, symlinks=True, ignore=_specials, dirs_exist_ok=True)
    except (OSError, RecursionError) as why:
        raise SandboxError(f"copying the files of a box: {str(why)[:500]}") from why


def remove_tree(folder: Path) -> None:
    """Remove a folder whose processes are gone; nothing happens when there is none.

    Raises:
        SandboxError: something could not be removed.
    """
    try:
        try:
            shutil.rmtree(folder)
        except PermissionError:
            _give_back_rights(folder)
            shutil.rmtree(folder)
    except RecursionError:
        _remove_deep(folder)
    except FileNotFoundError:
        return
    except OSError as why:
        raise SandboxError(f"removing the box {folder}: {why}") from why


def _remove_deep(folder: Path) -> None:
    """Python goes down only as far as its stack; a shell's loop makes more folders than that."""
    done = subprocess.run(["rm", "-rf", "--", folder], stderr=subprocess.PIPE, check=False)
    if done.returncode:
        raise SandboxError(
            f"removing the box {folder}: {done.stderr.decode(errors='replace')[:500]}"
        )


def _give_back_rights(folder: Path) -> None:
    """Folders are listed after their rights are back, so the walk reaches all of them."""
    folder.chmod(0o700)
    for above, names, _ in os.walk(folder):
        for name in names:
            if not Path(above, name).is_symlink():
                Path(above, name).chmod(0o700)


def _specials(folder: str, names: list[str]) -> list[str]:
    modes = {name: os.lstat(Path(folder, name)).st_mode for name in names}
    return [name for name, mode in modes.items() if not _is_kept(mode)]


def _is_kept(mode: int) -> bool:
    return stat.S_ISREG(mode) or stat.S_ISDIR(mode) or stat.S_ISLNK(mode)
