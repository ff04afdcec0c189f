"""How often the screen is painted on lines of all kinds."""

from saddle_tui.term.pace import EVERY, RECOVERED, SKIPPED, Pace


def _ticks(pace: Pace, clogged: bool, count: int) -> list[bool]:
    return [pace.paints(clogged=clogged) for _ in range(count)]


def test_a_fast_line_gets_every_frame() -> None:
    pace = Pace()

    assert all(_ticks(pace, False, 50))
    assert not pace.slow


def test_frames_left_out_in_a_row_make_a_line_slow() -> None:
    pace = Pace()
    assert not any(_ticks(pace, True, SKIPPED - 1))
    assert not pace.slow

    _ticks(pace, False, 1)
    _ticks(pace, True, SKIPPED - 1)
    assert not pace.slow

    _ticks(pace, True, 1)
    assert pace.slow
    assert pace.skipped == 2 * SKIPPED - 1


def test_a_slow_line_is_painted_twice_a_second() -> None:
    pace = Pace()
    _ticks(pace, True, SKIPPED)

    assert sum(_ticks(pace, False, 10 * EVERY)) == 10


def test_a_line_that_has_recovered_is_fast_again() -> None:
    pace = Pace()
    _ticks(pace, True, SKIPPED)

    _ticks(pace, False, RECOVERED - 1)
    assert pace.slow

    _ticks(pace, False, 1)
    assert not pace.slow


def test_the_word_of_the_operator_counts() -> None:
    never, always = Pace("off"), Pace("on")
    _ticks(never, True, 10)

    assert not never.slow
    assert all(_ticks(never, False, 10))
    assert always.slow
