"""A run that is interrupted anywhere goes on as if nothing had happened, and pays nothing twice."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from saddle_engine import events as ev
from saddle_engine.errors import JournalError
from saddle_engine.testing import MemoryJournal
from saddle_engine.types.taxonomy import Phase
from tests.engine.loop_rig import CutJournal, World, learn, of, outside, state, useless

ABC = ("train-a", "train-b", "train-c")
SMALL = {
    "admitted, and a merge of two": World(
        Path(),
        train=ABC,
        minibatch=1,
        dev=("dev-a",),
        test=("test-a",),
        moves={1: of("a"), 2: of("b"), 3: of("c")},
        parents={2: ("n0",), 3: ("n2", "n1")},
    ),
    "declined, refused, and no proposal": World(
        Path(),
        train=ABC,
        minibatch=1,
        dev=("dev-a",),
        test=("test-a",),
        test_repeats=1,
        moves={1: useless, 2: outside, 3: None},
        parents={2: None},
    ),
    "a budget that ends inside an iteration": World(
        Path(), train=("train-a", "train-b"), test=("test-a",), budget=5, epochs=2, turns=2
    ),
}


def world(name: str, folder: Path, concurrency: int = 1) -> World:
    fresh = SMALL[name].fresh()
    fresh.folder, fresh.concurrency = folder, concurrency
    return fresh


def events(journal: MemoryJournal) -> list[ev.AnyEvent]:
    return [record.event for record in journal.read()]


def paid(journal: MemoryJournal) -> Counter[str]:
    kinds = (ev.RequestAnswered, ev.ModelReplied)
    return Counter(event.kind for event in events(journal) if isinstance(event, kinds))


def outcome(journal: MemoryJournal) -> dict[str, Any]:
    """All of a state that must not depend on the order in which parallel work ended."""
    seen = state(journal)
    return {
        "sealed": seen.sealed,
        "tested": seen.tested,
        "nodes": list(seen.dag),
        "patches": seen.patches,
        "rollouts": seen.rollouts,
        "lessons": seen.lessons,
        "tokens": seen.tokens,
        "status": seen.status,
    }


@pytest.mark.parametrize("name", SMALL)
async def test_run_cut_at_any_commit_ends_with_the_very_same_events(
    name: str, tmp_path: Path
) -> None:
    first = world(name, tmp_path)
    whole = await first.run()
    assert isinstance(whole, CutJournal)

    for place, (records, _) in enumerate(whole.cuts):
        journal, again = whole.cut(place), first.fresh()
        known = paid(journal)
        await again.run(journal)

        assert events(journal) == events(whole), f"cut after {records} records"
        new = paid(journal) - known
        assert sum(again.runner.paid.values()) == new["RequestAnswered"]
        assert len(again.optimizer.requests) == new["ModelReplied"]


class MortalJournal(MemoryJournal):
    """Takes no more from its n-th commit on; that one may still reach the disk."""

    def __init__(self, commits: int) -> None:
        super().__init__()
        self._left = commits

    async def append(self, *events: ev.AnyEvent) -> list[ev.Record]:
        self._left -= 1
        if self._left > 0:
            return await super().append(*events)
        if self._left == 0 and len(self._records) % 2:
            await super().append(*events)
        raise JournalError("the disk is full")

    def healed(self) -> MemoryJournal:
        journal = MemoryJournal()
        journal._records, journal._blobs = self._records, self._blobs
        return journal


async def test_run_whose_journal_fails_anywhere_ends_at_once_and_can_be_resumed(
    tmp_path: Path,
) -> None:
    first = World(tmp_path, train=("train-a", "train-b"), test=("test-a",), concurrency=3)
    whole = await first.run()
    assert isinstance(whole, CutJournal)

    for commits in range(2, len(whole.cuts)):
        broken, dying, again = MortalJournal(commits), first.fresh(), first.fresh()
        with pytest.raises((JournalError, BaseExceptionGroup)):
            await dying.run(broken)
        journal = broken.healed()
        recorded = {
            (event.rollout, event.index)
            for event in events(journal)
            if isinstance(event, ev.RequestAnswered)
        }
        await again.run(journal)

        assert outcome(journal) == outcome(whole), f"failed at commit {commits}"
        assert not recorded & set(again.runner.paid)


async def test_rollouts_at_a_time_do_not_change_what_a_run_finds(tmp_path: Path) -> None:
    one, many = (world("admitted, and a merge of two", tmp_path, n) for n in (1, 5))

    assert outcome(await one.run()) == outcome(await many.run())


async def test_finished_run_is_left_alone(tmp_path: Path) -> None:
    first = world("declined, refused, and no proposal", tmp_path)
    journal = await first.run()
    whole = events(journal)

    again = first.fresh()
    await again.run(journal)

    assert events(journal) == whole
    assert not again.runner.orders


async def test_session_goes_on_in_the_phase_it_began_in(tmp_path: Path) -> None:
    first = World(tmp_path, train=("train-a",), moves={1: learn})
    whole = await first.run()
    assert isinstance(whole, CutJournal)
    kinds = [event.kind for event in events(whole)]
    after_reply = kinds.index("ModelReplied") + 1
    journal = whole.cut([records for records, _ in whole.cuts].index(after_reply))
    await journal.append(ev.PhaseSwitched(phase=Phase.STEERING, by="operator", reason=""))

    again = first.fresh()
    await again.run(journal)

    (patch,) = state(journal).patches.values()
    assert patch.proposed.patch_class is Phase.CAPABILITY
    assert {session.started.tries for session in state(journal).sessions.values()} == {1}
