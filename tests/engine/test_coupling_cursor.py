from collections import defaultdict
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from saddle_engine.coupling.cursor import Cursor, Miss, acts
from saddle_engine.types.wire import Door, Exchange

Made = tuple[Door, str, str]
"""A request: door, lane, key."""


def recording(*made: Made) -> list[Exchange]:
    return [
        Exchange(
            index=index, door=door, lane=lane, key=key, step=0, request={}, status=200, reply={},
            seconds=1.0,
        )
        for index, (door, lane, key) in enumerate(made)
    ]  # fmt: skip


def test_a_recorded_answer_is_used_once() -> None:
    cursor = Cursor(recording((Door.MODEL, "", "k"), (Door.MODEL, "", "k")))

    taken = [cursor.take(Door.MODEL, "", "k") for _ in range(3)]

    assert [getattr(each, "index", each) for each in taken] == [0, 1, Miss.EXHAUSTED]


def test_after_the_first_difference_nothing_matches_in_any_lane() -> None:
    cursor = Cursor(recording((Door.MODEL, "a", "k"), (Door.MODEL, "b", "k")))

    assert cursor.take(Door.MODEL, "a", "other") is Miss.DIFFERENT
    assert cursor.take(Door.MODEL, "b", "k") is Miss.DIFFERENT
    assert cursor.differs_at == 0


def test_the_same_key_at_another_door_is_different() -> None:
    cursor = Cursor(recording((Door.READ, "", "k")))

    assert cursor.take(Door.WRITE, "", "k") is Miss.DIFFERENT


def test_an_act_waits_for_every_earlier_recorded_act() -> None:
    cursor = Cursor(recording((Door.EXEC, "a", "x"), (Door.EXEC, "b", "y")))

    assert cursor.take(Door.EXEC, "b", "y") is Miss.HELD
    assert cursor.take(Door.EXEC, "a", "x") == recording((Door.EXEC, "a", "x"))[0]
    assert isinstance(cursor.take(Door.EXEC, "b", "y"), Exchange)


def test_a_new_act_waits_until_all_recorded_acts_are_taken_and_a_new_call_does_not() -> None:
    cursor = Cursor(recording((Door.EXEC, "a", "x")))

    assert cursor.take(Door.MODEL, "b", "k") is Miss.EXHAUSTED
    assert cursor.take(Door.EXEC, "b", "y") is Miss.HELD
    assert cursor.take(Door.FINISH, "b", "f") is Miss.HELD
    cursor.take(Door.EXEC, "a", "x")
    assert cursor.take(Door.EXEC, "b", "y") is Miss.EXHAUSTED


doors = st.sampled_from([Door.MODEL, Door.EXEC, Door.WRITE, Door.TASK])
made = st.tuples(doors, st.sampled_from(["", "a", "b"]), st.sampled_from("xyz"))
transcripts = st.lists(made, max_size=12)


def lanes_of(transcript: Sequence[Made]) -> dict[str, list[Made]]:
    lanes: defaultdict[str, list[Made]] = defaultdict(list)
    for each in transcript:
        lanes[each[1]].append(each)
    return lanes


def rerun(cursor: Cursor, asked: dict[str, list[Made]], turns: st.DataObject) -> list[Exchange]:
    """Lanes ask in any interleaving, each in its own order; what was served, in order."""
    served = []
    waiting = {lane: list(requests) for lane, requests in asked.items() if requests}
    stuck: set[str] = set()
    while ready := sorted(waiting.keys() - stuck):
        lane = turns.draw(st.sampled_from(ready))
        taken = cursor.take(*waiting[lane][0])
        if taken is Miss.HELD:
            stuck.add(lane)
            continue
        if isinstance(taken, Exchange):
            served.append(taken)
            stuck.clear()
        waiting[lane].pop(0)
        if not waiting[lane]:
            del waiting[lane]
    return served


@given(transcripts, transcripts, st.integers(0, 12), st.data())
def test_nothing_is_served_that_a_sequential_reading_would_refuse(
    recorded: list[Made], edited: list[Made], same: int, turns: st.DataObject
) -> None:
    tape = recording(*recorded)
    asked = lanes_of([*recorded[:same], *edited])

    served = rerun(Cursor(tape), asked, turns)

    assert len({each.index for each in served}) == len(served)
    for lane, requests in asked.items():
        mine = [each for each in served if each.lane == lane]
        theirs = [each for each in tape if each.lane == lane]
        assert mine == theirs[: len(mine)]
        assert [(each.door, each.lane, each.key) for each in mine] == requests[: len(mine)]
    acted = [each for each in served if acts(each.door)]
    assert acted == [each for each in tape if acts(each.door)][: len(acted)]


@given(transcripts, st.data())
def test_an_unchanged_harness_is_served_everything_in_any_interleaving(
    recorded: list[Made], turns: st.DataObject
) -> None:
    served = rerun(Cursor(recording(*recorded)), lanes_of(recorded), turns)

    assert sorted(each.index for each in served) == list(range(len(recorded)))
