"""The strip of a replay fits whatever room it has, and says with letters and words what colours only help with."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from saddle_engine import events as ev
from saddle_tui.replaying.mark import MarkKind
from saddle_tui.replaying.replay import Bookmark, Replay
from saddle_tui.replaying.timeline import Timeline
from saddle_tui.text.alphabets import ALPHABETS, spell
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import width_of
from saddle_tui.view import View
from saddle_tui.widgets.timeline import SIGNS, Strip
from tests.tui.hostile import HOSTILE, violations
from tests.tui.pasts import past
from tests.tui.states import searched
from tests.tui.stories import Story
from tests.tui.views import view_of


def said(view: View, width: int = 118, rows: int = 4) -> list[SafeText]:
    return [SafeText("".join(t for t, _ in line)) for line in Strip().lines(view, width, rows)]


def kinds() -> Iterator[View]:
    hostile = Story(HOSTILE).start().seed().grow(0.75, "n0").decline("n1")
    for story in (searched(), hostile, Story().start()):
        for changes in ({}, {"playing": True, "speed": 0.25}, {"growing": True, "following": True},
                        {"kind": MarkKind.ADMITTED, "bookmarks": (Bookmark(3, HOSTILE),)}):  # fmt: skip
            yield past(story, **changes)
        yield past(story, at=1, looked=2, playing=True)
    yield past(looked=0)


@pytest.mark.parametrize("rows", [1, 2, 4])
def test_it_fits_into_every_width_in_every_alphabet(rows: int) -> None:
    for view in kinds():
        for width in range(1, 301):
            lines = said(view, width, rows)
            assert len(lines) <= max(rows, 1)
            for line in lines:
                assert violations(line.encode()) == []
                for alphabet in ALPHABETS:
                    spelt = spell(line, alphabet)
                    assert width_of(clean(spelt)) <= width, (width, line)
                    assert alphabet != "ascii" or spelt.isascii()


@pytest.mark.parametrize("width", range(20, 301, 7))
def test_a_track_has_a_cell_for_every_column_and_one_cursor(width: int) -> None:
    for at in (1, 20, 60):
        track = said(past(at=at), width, 3)[1]
        assert width_of(track) == width
        assert track.count("┃") == 1


def test_it_says_where_one_is_and_what_comes_next() -> None:
    view = past(at=30)
    head, _, rail, legend = said(view)

    mark = view.replay.next_mark if view.replay else None
    assert mark is not None
    assert head.startswith("‖ paused x1  0:00:29 / ")
    assert f"seq 30 / {len(searched().events)}" in head
    assert f"next {SIGNS[mark.kind].glyph} {mark.kind} {mark.about} in 0:00:" in head
    assert rail.count("A") == 4
    assert legend.startswith("A admitted 4  d declined 1")


def test_each_kind_of_mark_has_a_letter_and_a_word_of_its_own() -> None:
    assert set(SIGNS) == set(MarkKind)
    assert len({sign.glyph for sign in SIGNS.values()}) == len(SIGNS)
    for kind, sign in SIGNS.items():
        assert sign.word == kind


def test_it_tells_how_much_has_been_looked_through() -> None:
    view = past(at=1, looked=len(searched().events) // 3)

    assert "looked through 32 %" in said(view)[0]
    assert "····" in said(view)[1]


def test_it_tells_whether_the_run_is_still_written() -> None:
    assert "still being written" in said(past(at=5, growing=True))[0]
    assert "● LIVE END" in said(past(growing=True, following=True, playing=True))[0]
    assert "the end" in said(past())[0]


def test_nothing_is_shown_of_a_run_that_is_no_replay() -> None:
    assert said(view_of(searched())) == []


def test_a_column_leads_to_the_records_of_its_time() -> None:
    view = past()
    strip, last = Strip(), len(searched().events)
    for rows in (1, 2, 4):
        found = [strip.seq_at(view, column, 100, rows) for column in range(100)]
        assert found == sorted(found)
        assert found[0] <= last // 10
        assert found[-1] >= last - last // 50 - 1


def test_marks_of_other_kinds_stay_when_one_is_chosen() -> None:
    shown = said(past(kind=MarkKind.DECLINED))

    assert shown[2].count("A") == 4
    assert "m goes to: declined" in shown[3]


def test_time_that_stands_still_breaks_nothing() -> None:
    timeline = Timeline()
    timeline.apply(ev.Record(seq=1, at=5.0, event=ev.RunFinished()))
    view = replace(
        view_of(searched()),
        replay=Replay(timeline, 1, 5.0, 1, playing=False, speed=1.0, end_at=5.0),
    )
    assert len(said(view, 40, 4)) == 4
