"""A screen's seat at a run: it asks for the keys once, keeps what it has, and takes over when told to."""

from dataclasses import replace
from pathlib import Path

import pytest

from saddle_engine.testing import FakeClock
from saddle_runs.folder import RunFolder, create_run
from saddle_runs.lease import LEASE_S
from saddle_tui.seat import RENEW_S, Seat


class Now(FakeClock):
    """A clock that is set."""

    at = 1000.0

    def now(self) -> float:
        return self.at


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    return create_run(tmp_path / "home", "r", FakeClock())


@pytest.fixture
def clock() -> Now:
    return Now()


def test_the_first_screen_drives_and_the_second_observes(run: RunFolder, clock: Now) -> None:
    first, second = Seat(run, clock), Seat(run, clock)

    assert first.renew().drives
    role = second.renew()

    assert not role.drives
    assert role.mark == "OBSERVER"
    assert role.why_not.endswith("drives this run; press t to take over")


def test_a_run_that_is_a_file_by_itself_has_no_keys_to_take(run: RunFolder, clock: Now) -> None:
    seat = Seat(replace(run, file=run.database), clock)

    assert seat.take().mark == "FILE"
    assert not seat.role.drives
    assert seat.role.observes


def test_keys_never_come_alive_by_themselves(run: RunFolder, clock: Now) -> None:
    first, second = Seat(run, clock), Seat(run, clock)
    first.renew()
    second.renew()
    first.leave()

    role = second.renew()

    assert role.why_not == "nobody drives this run any more; press t to take over"
    assert second.take().drives


def test_a_driver_keeps_its_keys_while_it_is_there(run: RunFolder, clock: Now) -> None:
    first, second = Seat(run, clock), Seat(run, clock)
    first.renew()
    second.renew()
    for _ in range(20):
        clock.at += RENEW_S
        assert first.renew().drives
        assert not second.renew().drives


def test_a_driver_that_was_away_comes_back_unless_another_took_over(
    run: RunFolder, clock: Now
) -> None:
    first, second = Seat(run, clock), Seat(run, clock)
    first.renew()
    second.renew()
    clock.at += 10 * LEASE_S
    assert first.renew().drives

    clock.at += 10 * LEASE_S
    assert second.take().drives
    assert not first.renew().drives


def test_taking_over_moves_the_keys(run: RunFolder, clock: Now) -> None:
    first, second = Seat(run, clock), Seat(run, clock)
    first.renew()

    assert second.take().drives
    assert not first.renew().drives
    assert first.take().drives


def test_an_observer_never_opens_the_file(run: RunFolder, clock: Now) -> None:
    run.control.unlink()
    seat = Seat(run, clock, observe=True)

    assert seat.renew().observes
    assert seat.take().observes
    seat.leave()


def test_a_file_that_cannot_be_used_is_a_sentence(run: RunFolder, clock: Now) -> None:
    run.control.write_bytes(b"not a database at all" * 100)

    role = Seat(run, clock).renew()

    assert not role.drives
    assert role.mark == "CANNOT STEER"
    assert "this screen cannot steer: " in role.why_not
