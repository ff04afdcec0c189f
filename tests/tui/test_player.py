"""A player goes by the run's own times; a place is understood or said to be none."""

import pytest

from saddle_tui.replaying.place import place
from saddle_tui.replaying.player import GAP_S, SPEEDS, Player, shown, speed_of
from saddle_tui.replaying.timeline import Timeline
from tests.tui.states import searched
from tests.tui.stories import BEGAN

TIMES = [(seq, 100.0 + seq / 4) for seq in range(1, 41)] + [(41, 100_000.0), (42, 100_000.5)]


def ahead(seq: int, page: int = 5) -> list[tuple[int, float]]:
    return [each for each in TIMES if each[0] > seq][:page]


@pytest.mark.parametrize("speed", SPEEDS)
def test_so_many_records_pass_as_the_run_had_in_that_time(speed: float) -> None:
    player = Player(speed)
    player.jump(1, 100.25)

    for _ in range(8):
        player.tick(0.125, ahead)

    assert player.seq == min(1 + int(4 * speed), 41 if speed >= 16 else 40) or speed >= 16
    assert player.seq >= min(1 + int(4 * speed), 40)


@pytest.mark.parametrize("speed", SPEEDS)
def test_nobody_waits_for_what_a_run_did_not_do(speed: float) -> None:
    player = Player(speed)
    player.jump(40, 110.0)

    player.tick(0.125, ahead)
    assert player.seq == 40
    player.tick(GAP_S + 0.001, ahead)
    assert player.seq >= 41


def test_it_stays_at_the_end() -> None:
    player = Player(64.0)
    player.jump(42, 100_000.5)

    assert player.tick(5.0, ahead) == 42


def test_speeds_are_written_and_read_as_people_do() -> None:
    assert [shown(speed) for speed in SPEEDS] == [
        "1/4",
        "1/2",
        *["1", "2", "4", "8", "16", "32", "64"],
    ]
    for speed in SPEEDS:
        assert speed_of(shown(speed)) == speed
    for text in ("", "3", "fast", "1/0", "-1", "nan", "1e9", "1//4"):
        assert speed_of(text) is None
    player = Player()
    player.faster(99)
    assert player.speed == 64.0
    player.faster(-99)
    assert player.speed == 0.25


@pytest.mark.parametrize(
    ("text", "seq"),
    [("start", 1), ("end", 500), ("12", 12), ("#12", 12), ("99999", 500), ("0", 1), ("0:00", 1)],
)
def test_places_are_understood(text: str, seq: int) -> None:
    timeline = Timeline()
    for record in searched().records():
        timeline.apply(record)

    assert place(text, timeline, lambda name: None, 500) == seq


@pytest.mark.parametrize(
    "text", ["", "n99", "it99", "r1", "yesterday", "1:2:3:4", "\x1b[31m", "9" * 400]
)
def test_what_is_no_place_is_told_in_a_sentence(text: str) -> None:
    timeline = Timeline()
    for record in searched().records():
        timeline.apply(record)
    found = place(text, timeline, lambda name: None, timeline.seq)

    if not text.isdecimal():
        assert isinstance(found, str)
        assert found.startswith("there is no ")
    assert place("it2", timeline, lambda name: None, timeline.seq) == timeline.iterations[2]
    assert timeline.began == BEGAN + 1
