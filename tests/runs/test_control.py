"""What operators and the engine can rely on between them."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from saddle_engine.commands import Command
from saddle_engine.errors import ConfigError
from saddle_engine.testing import FakeClock
from saddle_runs.control import Answer, ControlBox
from saddle_runs.folder import create_run
from saddle_runs.inbox import ControlInbox


@pytest.fixture
def control(tmp_path: Path) -> Path:
    return create_run(tmp_path / "home", "r", FakeClock()).control


@pytest.fixture
def box(control: Path) -> Iterator[ControlBox]:
    with ControlBox(control) as opened:
        yield opened


@pytest.fixture
def inbox(control: Path) -> Iterator[ControlInbox]:
    with ControlInbox(control) as opened:
        yield opened


def plant(control: Path, *bodies: str) -> None:
    connection = sqlite3.connect(control)
    with connection:
        for number, body in enumerate(bodies):
            connection.execute("INSERT INTO commands (id, body) VALUES (?, ?)", (str(number), body))
    connection.close()


def test_malformed_rows_are_answered_as_refused(
    control: Path, box: ControlBox, inbox: ControlInbox
) -> None:
    malformed = [
        "",
        "{",
        "[" * 60_000,
        '{"id": "3", "verb": "explode"}',
        '{"id": "someone else\'s", "verb": "pause"}',
        '{"id": "5", "verb": "pause", "extra": 1}',
    ]
    plant(control, *malformed)
    box.send(Command(id="good", verb="pause"))

    assert [command.id for command in inbox.pending()] == ["good"]
    for number in range(len(malformed)):
        answer = box.answer_of(str(number))
        assert answer is not None
        assert not answer.accepted
        assert answer.reason.startswith("not a command: ")


def test_a_row_that_is_not_utf8_is_answered_as_refused(control: Path, inbox: ControlInbox) -> None:
    connection = sqlite3.connect(control)
    with connection:
        connection.execute("INSERT INTO commands (id, body) VALUES ('x', CAST(x'ff' AS TEXT))")
    connection.close()

    assert list(inbox.pending()) == []
    with ControlBox(control) as box:
        assert box.answer_of("x") is not None


def test_a_command_no_utf8_can_carry_arrives(box: ControlBox, inbox: ControlInbox) -> None:
    box.send(Command(id="1", verb="veto", arguments={"reason": "\udcfe"}))

    (command,) = inbox.pending()
    assert command.arguments == {"reason": "\ufffd"}
    inbox.answer(command.id, accepted=False, reason="\udcfe")
    assert box.answer_of("1") == Answer(False, "\ufffd")


def test_a_command_that_is_too_long_is_refused_to_the_operator(box: ControlBox) -> None:
    with pytest.raises(ConfigError, match=r"too long: .* characters of 65536"):
        box.send(Command(id="1", verb="veto", arguments={"reason": "x" * 70_000}))


def test_an_operator_who_locks_the_file_does_not_stop_the_engine(
    control: Path, box: ControlBox, inbox: ControlInbox
) -> None:
    box.send(Command(id="1", verb="pause"))
    lock = sqlite3.connect(control, isolation_level=None)
    lock.execute("BEGIN IMMEDIATE")

    assert [command.id for command in inbox.pending()] == ["1"]
    inbox.answer("1", accepted=True)
    assert list(inbox.pending()) == []

    lock.execute("ROLLBACK")
    lock.close()
    assert list(inbox.pending()) == []
    assert box.answer_of("1") == Answer(True, "")


def test_an_operator_hears_the_answer(box: ControlBox, inbox: ControlInbox) -> None:
    box.send(Command(id="a", verb="pause"))
    box.send(Command(id="b", verb="veto", arguments={"patch": "p1", "reason": "\x1b[2J ü"}))
    assert box.answer_of("a") is None

    inbox.answer("a", accepted=True)
    inbox.answer("b", accepted=False, reason="there is no p1")

    assert box.answer_of("a") == Answer(True, "")
    assert box.answer_of("b") == Answer(False, "there is no p1")
    assert box.answer_of("never sent") is None


def test_answers_survive_the_engine(control: Path, box: ControlBox) -> None:
    box.send(Command(id="1", verb="pause"))
    with ControlInbox(control) as first:
        first.answer("1", accepted=True)

    with ControlInbox(control) as second:
        assert list(second.pending()) == []
