"""A server to log in to, where SSH is there."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ssh.server import SSHD, Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """It hangs up on a client that has been silent for some seconds."""
    if not Path(SSHD).exists() or shutil.which("ssh") is None:
        pytest.skip("there is no openssh-server or no openssh-client")
    with Server(tmp_path / "home", alive_s=1) as opened:
        yield opened


@pytest.fixture
def patient(tmp_path: Path) -> Iterator[Server]:
    """It never hangs up by itself, however slow the line is."""
    if not Path(SSHD).exists() or shutil.which("ssh") is None:
        pytest.skip("there is no openssh-server or no openssh-client")
    with Server(tmp_path / "home") as opened:
        yield opened
