"""A server to log in to, where SSH is there."""

import grp
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ssh.server import SSHD, Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """It hangs up on a client that has been silent for some seconds."""
    if missing := _missing():
        pytest.skip(missing)
    with Server(tmp_path / "home", alive_s=1) as opened:
        yield opened


@pytest.fixture
def patient(tmp_path: Path) -> Iterator[Server]:
    """It never hangs up by itself, however slow the line is."""
    if missing := _missing():
        pytest.skip(missing)
    with Server(tmp_path / "home") as opened:
        yield opened


def _missing() -> str:
    """Why there can be no server; empty when there can."""
    if not Path(SSHD).exists() or shutil.which("ssh") is None:
        return "there is no openssh-server or no openssh-client"
    if os.getuid() != 0 and _group_of_terminals() != grp.getgrnam("tty").gr_gid:
        return "sshd cannot hand out terminals here without being root: they are not of group tty"
    return ""


def _group_of_terminals() -> int:
    master, slave = os.openpty()
    group = os.fstat(slave).st_gid
    os.close(master)
    os.close(slave)
    return group
