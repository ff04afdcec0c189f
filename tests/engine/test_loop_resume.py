"""A run that is interrupted anywhere goes on as if nothing had happened, and pays nothing twice."""

from collections import Counter
from pathlib import Path

import pytest

from saddle_engine import events as ev
from saddle_engine.state import RunState
from saddle_engine.testing import MemoryJournal
from tests.engine.loop_rig import CutJournal, World, learn, of, outside, state, useless

SMALL = {
    "admitted, then a merge": World(
        Path(),
        train=("train-a", "train-b", "train-c"),
        minibatch=1,
        moves={1: of("a"), 2: of("b"), 3: learn},
        parents={2: ("n0",), 3: ("n2", "n1")},
    ),
    "declined, refused, no proposal": World(
        Path(),
        minibatch=1,
        train=("train-a", "train-b", "train-c"),
        moves={1: useless, 2: outside, 3: None},
        parents={2: None},
    ),
    "a budget that ends inside an iteration": World(
        Path(), train=("train-a", "train-b"), budget=5, epochs=2
    ),
}


def events(journal: MemoryJournal) -> list[ev.AnyEvent]:
    return [record.event for record in journal.read()]


def paid_calls(journal: MemoryJournal) -> Counter[str]:
    return Counter(
        event.kind
        for event in events(journal)
        if isinstance(event, ev.RequestAnswered | ev.ModelReplied)
    )


@pytest.mark.parametrize("name", SMALL)
async def test_run_cut_at_any_commit_ends_with_the_very_same_events(
    name: str, tmp_path: Path
) -> None:
    world = SMALL[name].fresh()
    world.folder = tmp_path
    whole = await world.run()
    assert isinstance(whole, CutJournal)

    for place in range(len(whole.cuts)):
        journal, again = whole.cut(place), world.fresh()
        known = paid_calls(journal)
        await again.run(journal)

        assert events(journal) == events(whole), f"cut after {whole.cuts[place][0]} records"
        new = paid_calls(journal) - known
        assert sum(again.runner.paid.values()) == new["RequestAnswered"]
        assert len(again.optimizer.requests) == new["ModelReplied"]


