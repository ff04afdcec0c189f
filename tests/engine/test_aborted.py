"""In a run that was given up nothing begins any more, wherever it stood."""

from pathlib import Path
from typing import Any

import pytest

from saddle_engine.stages.inbox import StopAsked
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.steering import Hold, RunStatus
from tests.engine.loop_rig import CutJournal, World, of
from tests.engine.operator_rig import Operator, steered

PLACES: list[tuple[dict[str, Any], Any]] = [
    ({"limit": 5}, lambda run: run.status is RunStatus.PAUSED),
    (
        {"hold": Hold.ALL},
        lambda run: any(p.status is PatchStatus.HELD for p in run.patches.values()),
    ),
    ({}, lambda run: len(run.dag) > 0),
    ({}, lambda run: run.sealed is not None),
]


BEGINNINGS = {"RunPaused", "IterationStarted", "BatchPlanned", "RunSealed", "RunFinished"}


@pytest.mark.parametrize(("changes", "when"), PLACES, ids=["limit", "hold", "search", "test"])
async def test_nothing_begins_after_an_abort(
    tmp_path: Path, changes: dict[str, Any], when: Any
) -> None:
    journal = CutJournal()
    told = World(tmp_path, train=("train-a",), minibatch=1, moves={1: of("a")}, **changes)

    async def gives_up(operator: Operator) -> None:
        await operator.until(when)
        await operator.send("abort", run="run")

    with pytest.raises(ExceptionGroup) as ended:
        await steered(told, gives_up, journal)
    assert ended.group_contains(StopAsked)

    kinds = [record.event.kind for record in journal.read()]
    assert not BEGINNINGS.intersection(kinds[kinds.index("RunAborted") :])
