"""What a screen has folded while a run went on is what anybody folds who comes later, at every event."""

from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from saddle_engine.adapters.clock import SystemClock
from saddle_engine.events import Record
from saddle_engine.stages.inbox import StopAsked
from saddle_engine.state import RunState
from saddle_engine.types.base import HintId, PatchId, RolloutId
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.steering import Hold
from saddle_runs.folder import RunFolder, create_run
from saddle_runs.journal import RunJournal
from saddle_runs.viewer import RunViewer
from saddle_tui.folds import Folds
from saddle_tui.trace.subject import held_patches
from tests.engine.loop_rig import CutJournal, World, useless
from tests.engine.operator_rig import Operator, steered

ABC = ("train-a", "train-b", "train-c")
P1 = PatchId("p1")


def is_held(patch: PatchId) -> Callable[[RunState], bool]:
    return lambda run: patch in run.patches and run.patches[patch].status is PatchStatus.HELD


async def judging(operator: Operator) -> None:
    """Pauses, phases and everything that can be said of a held patch."""
    await operator.until(is_held(P1))
    await operator.send("pause", mode="hold")
    await operator.send("pause")
    await operator.send("resume")
    await operator.send("comment", patch=P1, text="wide")
    await operator.send("veto", patch=P1, reason="too wide")
    await operator.send("undo", what=P1)
    written = [{"op": "write", "path": "tools/a.py", "text": "a = 2\n"}]
    await operator.send("edit", patch=P1, edits=written)
    await operator.until(lambda run: not run.wishes.edits)
    edited = operator.state.patches[P1].edited_as
    assert edited is not None
    # Meanwhile the next iteration has written one as well: which of them came first is chance.
    await operator.until(lambda run: len(held_patches(run)) == 2)
    (other,) = {*held_patches(operator.state)} - {edited}
    await operator.send("defer", patch=other)
    await operator.send("approve", patch=edited)
    await operator.send("phase", phase="steering")
    await operator.send("hold", hold="none")
    await operator.send("approve", patch=other)


async def running(operator: Operator) -> None:
    """Limits, pins, hints, and rollouts that are given up or run anew."""
    await operator.until(lambda run: RolloutId("r1") in run.rollouts)
    await operator.send("cancel", rollout="r2")
    await operator.send("requeue", rollout="r1")
    await operator.send("limit", name="rollouts", value=200)
    await operator.until(lambda run: len(run.dag) > 0)
    await operator.send("pin", node="n0")
    await operator.send("hint", text="look at the units")
    await operator.send("hint", text="never mind")
    await operator.send("undo", what=HintId("h2"))
    await operator.send("fork", node="n0", run="01234567")
    await operator.until(lambda run: bool(run.lessons))
    await operator.send("pin", node="")
    await operator.send("seal")


async def giving_up(operator: Operator) -> None:
    """Refusals, and the end of it all."""
    await operator.until(lambda run: len(run.dag) > 1)
    await operator.send("approve", patch="p9")
    await operator.send("abort", run="another")
    await operator.send("abort", run="run")


SHOWS = {
    "patches are judged": {"PatchReturned", "EditAsked", "PatchDeferred", "HoldChanged"},
    "the search and its rollouts are steered": {"RolloutRequeued", "HintTaken", "ParentPinned"},
    "the run is given up": {"RunAborted", "CommandRefused"},
}
"""Events that a run would be in vain without."""
RUNS: dict[str, tuple[Callable[[Operator], Awaitable[None]], Hold, bool]] = {
    "patches are judged": (judging, Hold.ALL, False),
    "the search and its rollouts are steered": (running, Hold.NONE, False),
    "the run is given up": (giving_up, Hold.NONE, True),
}


async def recorded(folder: Path, name: str) -> RunFolder:
    """A run that was steered, on disk."""
    act, hold, ends = RUNS[name]
    made = World(folder / "staged", train=ABC, minibatch=1, hold=hold, moves={3: useless}, turns=2)
    journal, run = CutJournal(), create_run(folder / "home", "run", SystemClock())
    if ends:
        with pytest.raises(BaseExceptionGroup) as stopped:
            await steered(made, act, journal)
        assert stopped.group_contains(StopAsked)
    else:
        await steered(made, act, journal)
    with RunJournal(run.database, SystemClock()) as written:
        for record in journal.read():
            await written.append(record.event)
    return run


def followed(run: RunFolder, rng: Random) -> Iterator[tuple[list[Record], Folds]]:
    """A screen's folds after each page, whatever its size; all records so far."""
    records, folds = list[Record](), Folds()
    with RunViewer(run.database, SystemClock()) as viewer:
        while page := viewer.tail(folds.seq, rng.randint(1, 20)):
            for record in page:
                records.append(record)
                folds.apply(record)
                yield records, folds


@pytest.mark.parametrize("name", RUNS)
async def test_what_was_folded_live_is_what_is_folded_again_at_every_event(
    name: str, tmp_path: Path
) -> None:
    run = await recorded(tmp_path, name)

    seen = set[str]()
    for records, live in followed(run, Random(name)):
        again = Folds()
        for record in records:
            again.apply(record)
        assert again == live, f"after {records[-1]}"
        seen.add(records[-1].event.kind)

    assert len(records) > 50
    assert seen >= SHOWS[name]
