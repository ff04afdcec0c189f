"""A strip of a run's time has room for all that happened, whatever the clock did."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saddle_engine import events as ev
from saddle_tui.replaying import timeline as module
from saddle_tui.replaying.mark import MarkKind
from saddle_tui.replaying.timeline import GAP_S, Timeline

BEGAN = 1_700_000_000.0
GAPS = st.one_of(
    st.floats(0, 3),
    st.just(0.0),
    st.floats(100, 1e5),  # paused overnight
    st.floats(-1e4, 0),  # the clock was set back
)
RECORDS = st.lists(st.tuples(GAPS, st.integers(0, 4)), min_size=1, max_size=500)
COLUMNS = st.integers(1, 300)


def _event(kind: int, seq: int) -> ev.AnyEvent:
    match kind:
        case 0:
            return ev.RunPaused(by="operator", reason="lunch")
        case 1:
            return ev.RunResumed(by="operator")
        case 2:
            return ev.EngineStopped(reason="stopped")
        case 3:
            return ev.RunFailed(error="no disk")
        case _:
            return ev.IterationFinished(iteration=seq, outcome="declined")


def _records(told: list[tuple[float, int]]) -> list[ev.Record]:
    at, found = BEGAN, []
    for seq, (gap, kind) in enumerate(told, 1):
        at += gap
        found.append(ev.Record(seq=seq, at=at, event=_event(kind, seq)))
    return found


def _timeline(records: list[ev.Record]) -> Timeline:
    timeline = Timeline()
    for record in records:
        timeline.apply(record)
    return timeline


@settings(max_examples=40, deadline=None)
@given(RECORDS, COLUMNS, st.integers(0, 2_000))
def test_what_happened_in_all_parts_of_a_strip_is_everything(
    told: list[tuple[float, int]], columns: int, more: int
) -> None:
    timeline = _timeline(_records(told))
    end = len(told) + more

    assert sum(timeline.density(columns)) == len(told)
    found = timeline.density(columns, end)
    assert len(found) == columns
    assert sum(found) == end
    assert min(found) >= 0


@settings(max_examples=40, deadline=None)
@given(RECORDS, COLUMNS, st.integers(0, 2_000))
def test_a_later_record_is_never_further_left_and_each_part_begins_after_the_one_before(
    told: list[tuple[float, int]], columns: int, more: int
) -> None:
    timeline, end = _timeline(_records(told)), len(told) + more
    places = [timeline.column(seq, columns, end) for seq in range(1, end + 1)]

    assert places == sorted(places)
    assert places[-1] == columns - 1 or columns > end
    for seq, column in enumerate(places, 1):
        edges = [0, *timeline.edges(columns, end)]
        assert edges[column] < seq <= edges[column + 1]


@settings(max_examples=40, deadline=None)
@given(RECORDS)
def test_times_never_fall_and_lead_back_to_where_they_are_of(
    told: list[tuple[float, int]],
) -> None:
    timeline = _timeline(_records(told))
    times = [timeline.time_of(seq) for seq in range(1, timeline.seq + 1)]

    assert times == sorted(times)
    assert all(1 <= timeline.seq_at(at) <= timeline.seq for at in times)
    places = [timeline.seq_at(at) for at in sorted(times)]
    assert places == sorted(places)


@settings(max_examples=40, deadline=None)
@given(RECORDS, st.sampled_from([None, MarkKind.PAUSED, MarkKind.ERROR]))
def test_the_mark_before_the_next_one_is_where_one_was(
    told: list[tuple[float, int]], kind: MarkKind | None
) -> None:
    timeline = _timeline(_records(told))
    wanted = [mark for mark in timeline.marks if kind in {None, mark.kind}]

    forth, seq = [], 0
    while (mark := timeline.mark(seq, 1, kind)) is not None:
        forth.append(mark)
        seq = mark.seq
    back, seq = [], timeline.seq + 1
    while (mark := timeline.mark(seq, -1, kind)) is not None:
        back.append(mark)
        seq = mark.seq
    assert forth == wanted == back[::-1]
    for one, other in pairwise(wanted):
        assert timeline.mark(one.seq, 1, kind) == other
        assert timeline.mark(other.seq, -1, kind) == one


@settings(max_examples=40, deadline=None)
@given(RECORDS, COLUMNS)
def test_a_part_is_marked_when_a_mark_is_in_it(told: list[tuple[float, int]], columns: int) -> None:
    timeline = _timeline(_records(told))
    for kind in MarkKind:
        found = {timeline.column(m.seq, columns) for m in timeline.marks if m.kind is kind}
        marked = timeline.marked(kind, columns)
        assert {column for column, there in enumerate(marked) if there} == found


@settings(max_examples=40, deadline=None)
@given(RECORDS, st.lists(st.integers(1, 700), max_size=6))
def test_parts_that_were_looked_through_one_by_one_come_to_the_whole(
    told: list[tuple[float, int]], cuts: list[int]
) -> None:
    records, whole = _records(told), Timeline()
    for after, upto in pairwise(sorted({0, *cuts, len(records)} & {*range(len(records) + 1)})):
        rest = whole.rest()
        for record in records[after:upto]:
            rest.apply(record)
        whole.extend(rest)

    straight = _timeline(records)
    assert whole == straight
    assert whole.mark(0, 1, MarkKind.PAUSED) == straight.mark(0, 1, MarkKind.PAUSED)


def test_a_night_has_no_more_room_than_a_minute() -> None:
    day = [(1.0, 4)] * 3_000
    timeline = _timeline(_records([*day, (43_200.0, 1), *day]))

    found = timeline.density(100)

    assert sum(count > 0 for count in found) >= 98
    assert GAP_S == 60
    assert timeline.time_of(3_001) - timeline.time_of(3_000) == 43_200


def test_a_clock_that_was_wrong_for_a_moment_takes_no_room() -> None:
    timeline = _timeline(_records([*[(1.0, 4)] * 500, (1e9, 4), (-1e9, 4), *[(1.0, 4)] * 500]))

    assert sum(count > 0 for count in timeline.density(100)) >= 93


def test_records_of_one_and_the_same_moment_are_shared_out() -> None:
    timeline = _timeline(_records([(0.0, 4)] * 1_000))

    assert timeline.density(10) == [100] * 10


@pytest.mark.parametrize("columns", [0, -3])
def test_a_strip_without_room_has_no_parts(columns: int) -> None:
    assert _timeline(_records([(1.0, 4)])).density(columns) == []
    assert Timeline().density(4) == [0] * 4


def test_what_is_not_known_yet_has_its_share_of_the_strip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RULE", 16)
    timeline = _timeline(_records([(1.0, 4)] * 100))

    assert timeline.column(100, 80, 400) == 19
    assert timeline.density(4, 400) == [100] * 4
