"""The driver lease: one screen at a time steers, whatever becomes of the others."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from saddle_engine.commands import Command
from saddle_engine.testing import FakeClock
from saddle_runs.control import ControlBox
from saddle_runs.database import create, open_writer
from saddle_runs.folder import create_run
from saddle_runs.inbox import ControlInbox
from saddle_runs.lease import LATEST_S, LEASE_S, Driver
from saddle_runs.schemas import CONTROL

ADA, BOB = Driver("seat-1", "ada"), Driver("seat-2", "bob")


@pytest.fixture
def control(tmp_path: Path) -> Path:
    return create_run(tmp_path / "home", "r", FakeClock()).control


@pytest.fixture
def box(control: Path) -> Iterator[ControlBox]:
    with ControlBox(control) as opened:
        yield opened


def test_nobody_drives_a_run_that_nobody_watches(box: ControlBox) -> None:
    assert box.driver(100.0) is None


def test_the_second_screen_is_told_who_drives(box: ControlBox) -> None:
    assert box.drive(ADA, 100.0) == ADA

    assert box.drive(BOB, 101.0) == ADA
    assert box.driver(101.0) == ADA


def test_a_screen_that_renews_keeps_the_keys(box: ControlBox) -> None:
    for now in range(100, 200, 5):
        assert box.drive(ADA, float(now)) == ADA
        assert box.drive(BOB, now + 4.9) == ADA


def test_the_keys_of_a_screen_that_is_gone_come_free(box: ControlBox) -> None:
    box.drive(ADA, 100.0)

    assert box.driver(100.0 + LEASE_S) is None
    assert box.drive(BOB, 100.0 + LEASE_S) == BOB
    assert box.drive(ADA, 100.1 + LEASE_S) == BOB


def test_the_keys_can_be_taken_over_and_given_back(box: ControlBox) -> None:
    box.drive(ADA, 100.0)

    assert box.drive(BOB, 101.0, take=True) == BOB
    assert box.drive(ADA, 102.0) == BOB
    box.leave(ADA.seat)
    assert box.driver(102.0) == BOB
    box.leave(BOB.seat)
    assert box.driver(102.0) is None


def test_a_clock_that_is_set_back_leaves_no_lease_for_ever(box: ControlBox) -> None:
    box.drive(ADA, 1000.0)

    assert box.driver(999.0 - LATEST_S + LEASE_S) is None
    assert box.drive(BOB, 999.0 - LATEST_S + LEASE_S) == BOB


def test_of_screens_that_ask_at_once_one_gets_the_keys(control: Path) -> None:
    asks = threading.Barrier(8)
    answers: list[Driver] = []

    def ask(number: int) -> None:
        with ControlBox(control) as mine:
            asks.wait(30)
            answers.append(mine.drive(Driver(f"seat-{number}", f"name {number}"), 100.0))

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join(30)

    assert len(answers) == 8
    assert len(set(answers)) == 1


def test_the_lease_binds_no_command(control: Path, box: ControlBox) -> None:
    box.drive(ADA, 100.0)

    with ControlInbox(control) as inbox, ControlBox(control) as script:
        script.send(Command(id="1", verb="pause"))
        assert [each.id for each in inbox.pending()] == ["1"]


def test_a_run_of_an_older_version_gets_the_lease(tmp_path: Path) -> None:
    control = tmp_path / "control.db"
    create(control, CONTROL)
    connection = open_writer(control, CONTROL)
    connection.execute("DROP TABLE driver")
    connection.execute("DELETE FROM _sqlite_migrations WHERE name = 'driver_lease'")
    connection.execute("PRAGMA user_version = 1")
    connection.close()

    with ControlBox(control) as box:
        assert box.drive(ADA, 100.0) == ADA
