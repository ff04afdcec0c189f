"""Whole folders of boxes: copied without following links, removed whatever their modes."""

import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from saddle_engine.errors import SandboxError


def copy_tree(source: Path, target: Path) -> None:
    """Copy files, folders and links (as links); pipes, sockets and devices are left out.

    Raises:
        SandboxError: something could not be copied.
    """
    try:
        shutil.copytree(source, target, symlinks=True, ignore=_specials, dirs_exist_ok=True)
    except OSError as why:
        raise SandboxError(f"copying the files of a box: {str(why)[:500]}") from why


def remove_tree(folder: Path) -> None:
    """Remove a folder whose processes are gone; nothing happens when there is none.

    Raises:
        SandboxError: something could not be removed.
    """
    try:
        shutil.rmtree(folder, onerror=_open_up)
    except FileNotFoundError:
        pass
    except OSError as why:
        raise SandboxError(f"removing the box {folder}: {why}") from why


def _specials(folder: str, names: list[str]) -> list[str]:
    modes = {name: os.lstat(Path(folder, name)).st_mode for name in names}
    return [name for name, mode in modes.items() if not _is_kept(mode)]


def _is_kept(mode: int) -> bool:
    return stat.S_ISREG(mode) or stat.S_ISDIR(mode) or stat.S_ISLNK(mode)


def _open_up(
    remove: Callable[..., object],
    path: str,
    why: tuple[type[BaseException], BaseException, TracebackType],
) -> None:
    """Try again after giving ourselves the rights that the box has taken away."""
    if not isinstance(why[1], PermissionError):
        raise why[1]
    Path(path).parent.chmod(0o700)
    if remove is os.open or remove is os.scandir or remove is os.lstat:
        Path(path).chmod(0o700)
        shutil.rmtree(path)
    else:
        remove(path)
