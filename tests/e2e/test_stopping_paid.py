"""An engine that is told to leave has paid for the replies under way: it takes them along."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from saddle_engine.state import RunState
from tests.e2e.homes import Home
from tests.loopback.configs import write_user_config
from tests.loopback.server import Loopback
from tests.loopback.thread import in_thread
from tests.loopback.worker import Worker

pytestmark = pytest.mark.e2e

KEY = "sk-ant-canary-44c7"


@contextmanager
def begun(home: Home, loopback: Loopback, config: Path) -> Iterator[subprocess.Popen[str]]:
    """A run of which a reply has begun to come in."""
    with in_thread(loopback) as url:
        write_user_config(config, url)
        watching = home.begin("run", config, "--headless", "--unsandboxed")
        assert watching.stdout is not None
        watching.stdout.readline()
        home.until(lambda state: state.books.reserved)
        yield watching


def stopped(home: Home, watching: subprocess.Popen[str]) -> RunState:
    os.kill(home.owner().pid, signal.SIGTERM)
    watching.communicate(timeout=120)
    home.wait_idle()
    return home.state()


def test_replies_under_way_are_waited_for_and_none_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loopback = Loopback(Worker(), key=KEY, pace_s=0.2)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    home = Home(tmp_path / "home")

    with begun(home, loopback, tmp_path / "user.toml") as watching:
        books = stopped(home, watching).books

    assert not books.reserved
    assert not books.unknown
    assert books.settled.total() == loopback.ledger.nanos > 0
    assert sum(books.sent.values()) == len(loopback.ledger.lines)


def test_what_takes_longer_is_given_up_and_counts_at_its_worst(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loopback = Loopback(Worker(), key=KEY, pace_s=30.0)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    home = Home(tmp_path / "home")

    with begun(home, loopback, tmp_path / "user.toml") as watching:
        books = stopped(home, watching).books

    assert not books.reserved
    assert books.why["given_up"] == sum(books.sent.values()) > 0
    assert books.unknown.total() >= loopback.ledger.nanos
    files = [path for path in home.path.rglob("*") if path.is_file()]
    assert not [path for path in files if KEY.encode() in path.read_bytes()]
