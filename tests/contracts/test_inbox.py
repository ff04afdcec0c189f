"""What every inbox promises."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from saddle_engine.commands import Command
from saddle_engine.ports import Inbox
from saddle_engine.testing import FakeClock, MemoryInbox
from saddle_runs.control import ControlBox
from saddle_runs.folder import create_run
from saddle_runs.inbox import ControlInbox

Send = Callable[[Command], None]

PAUSE = Command(id="b", verb="pause", expect={"status": "running"})
VETO = Command(id="a", verb="veto", arguments={"patch": "p1", "reason": "\x1b[2J ü"})


@pytest.fixture(params=["memory", "disk"])
def channel(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Send, Inbox]]:
    if request.param == "memory":
        inbox = MemoryInbox()
        yield inbox.send, inbox
        return
    control = create_run(tmp_path / "home", "r", FakeClock()).control
    with ControlBox(control) as box, ControlInbox(control) as opened:
        yield box.send, opened


def test_commands_are_pending_in_order_until_answered(channel: tuple[Send, Inbox]) -> None:
    send, inbox = channel
    assert list(inbox.pending()) == []

    send(PAUSE)
    send(VETO)

    assert list(inbox.pending()) == [PAUSE, VETO]
    assert list(inbox.pending()) == [PAUSE, VETO]
    inbox.answer("b", accepted=True)
    assert list(inbox.pending()) == [VETO]
    inbox.answer("a", accepted=False, reason="there is no p1")
    assert list(inbox.pending()) == []


def test_an_id_is_asked_once(channel: tuple[Send, Inbox]) -> None:
    send, inbox = channel
    send(PAUSE)
    send(Command(id="b", verb="seal"))

    assert list(inbox.pending()) == [PAUSE]
    inbox.answer("b", accepted=True)
    send(PAUSE)
    assert list(inbox.pending()) == []


def test_answering_what_was_never_asked_changes_nothing(channel: tuple[Send, Inbox]) -> None:
    send, inbox = channel
    inbox.answer("b", accepted=True)

    send(PAUSE)

    assert list(inbox.pending()) == [PAUSE]
