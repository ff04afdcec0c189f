"""A journal in which rollouts end or run again without anybody's word is found out."""

import asyncio
from collections.abc import Callable

import pytest

from saddle_engine import events as ev
from saddle_engine.testing import MemoryJournal
from saddle_engine.types.base import RolloutId
from saddle_engine.types.rollout import Outcome
from saddle_runs.verify import Broken
from tests.engine.loop_rig import World
from tests.engine.test_rollout_wishes import R1, cancelled, requeued, world
from tests.runs.test_verify import Journal, dropped, events_of, find, verify

Steered = tuple[World, MemoryJournal]


@pytest.fixture(scope="module")
def given_up(tmp_path_factory: pytest.TempPathFactory) -> Steered:
    """Two rollouts are cancelled, one of them while it waits."""
    made, _ = world(tmp_path_factory.mktemp("cancelled"), R1)
    return made, asyncio.run(cancelled(made))


@pytest.fixture(scope="module")
def run_anew(tmp_path_factory: pytest.TempPathFactory) -> Steered:
    """A rollout runs anew."""
    made, _ = world(tmp_path_factory.mktemp("requeued"), R1)
    return made, asyncio.run(requeued(made))


def scored(events: Journal) -> None:
    """A cancelled rollout has passed after all."""
    place = next(n for n, each in enumerate(events) if getattr(each, "score", 0) is None)
    events[place] = events[place].model_copy(update={"outcome": Outcome.PASSED, "score": 1.0})


def again(events: Journal) -> None:
    """A rollout with a score runs again, as if somebody had wanted to."""
    r2 = RolloutId("r2")
    place = next(
        n
        for n, each in enumerate(events)
        if isinstance(each, ev.RolloutFinished) and each.rollout == r2
    )
    asked = ev.RequeueAsked(rollout=r2, by="me")
    events[place + 1 : place + 1] = [asked, ev.RolloutRequeued(rollout=r2)]


def old_answer(events: Journal) -> None:
    """A void try goes on."""
    place = find(events, "RequestAnswered", 0)
    void = find(events, "RolloutRequeued", 0)
    answer = events[place].model_copy(update={"index": 1, "step": 2})
    events.insert(void + 1, answer)


def test_steered_rollouts_hold(given_up: Steered, run_anew: Steered) -> None:
    for made, journal in (given_up, run_anew):
        events = events_of(journal)
        assert verify(journal, events, made) == len(events)


@pytest.mark.parametrize(
    ("lie", "said"),
    [
        (dropped("CancelAsked"), "nobody asked to cancel"),
        (scored, "r3 finishes without being open"),
        (again, "r2 has a result"),
    ],
)
def test_lie_of_a_cancelled_rollout_is_found(
    given_up: Steered, lie: Callable[[Journal], None], said: str
) -> None:
    made, journal = given_up
    events = events_of(journal)
    lie(events)

    with pytest.raises(Broken, match=said):
        verify(journal, events, made)


@pytest.mark.parametrize(
    ("lie", "said"),
    [
        (dropped("RequeueAsked"), "nobody asked to run r1 anew"),
        (dropped("RolloutRequeued"), "try 2 does not follow"),
        (old_answer, "r1 is not at work"),
    ],
)
def test_lie_of_a_requeued_rollout_is_found(
    run_anew: Steered, lie: Callable[[Journal], None], said: str
) -> None:
    made, journal = run_anew
    events = events_of(journal)
    lie(events)

    with pytest.raises(Broken, match=said):
        verify(journal, events, made)
