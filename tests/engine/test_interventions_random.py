"""Whatever operators say, and whenever: the run comes to its end, and verify holds it to be sound."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from saddle_engine.commands import Verb
from saddle_engine.testing import MemoryInbox, MemoryJournal
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.steering import Hold, RunStatus
from saddle_runs.verify import Verifier
from tests.engine.loop_rig import CutJournal, World, state, useless
from tests.engine.operator_rig import Operator, steered

WORDS = 60
OPEN = {PatchStatus.HELD, PatchStatus.VETOED}
RIGHT = [{"op": "write", "path": "tools/{}.py", "text": "x = 1\n"}]


def world(folder: Path, chance: Random) -> World:
    moves = {number: useless for number in range(1, 30) if chance.random() < 0.3}
    return World(
        folder,
        train=("train-a", "train-b", "train-c", "train-d", "train-easy"),
        dev=("dev-a",),
        test=("test-a",),
        minibatch=chance.choice([1, 2]),
        epochs=2,
        test_repeats=1,
        moves=moves,
        hold=Hold.ALL,
        shadow=chance.choice([0, 2, 6]),
        concurrency=chance.choice([1, 3]),
        turns=2,
    )


def said(operator: Operator, chance: Random) -> tuple[Verb, dict[str, Any]]:
    """A word that may or may not fit the run as it is now."""
    state = operator.state
    open_ = [id_ for id_, each in state.patches.items() if each.due or each.status in OPEN]
    patch = chance.choice([*open_, *open_, *open_, *state.patches, "p99"])
    node = chance.choice([node.id for node in state.dag] or ["n0"])
    rollout = chance.choice([*state.rollouts, "r1"][-3:])
    edits = [{**RIGHT[0], "path": f"tools/{chance.choice('abcdx')}.py"}]
    judging: list[tuple[Verb, dict[str, Any]]] = [
        ("approve", {"patch": patch}),
        ("defer", {"patch": patch}),
        ("veto", {"patch": patch, "reason": "no"}),
        ("undo", {"what": patch}),
        ("edit", {"patch": patch, "edits": edits}),
        ("resume", {}),
    ]
    others: list[tuple[Verb, dict[str, Any]]] = [
        ("hint", {"text": "look"}),
        ("undo", {"what": "h1"}),
        ("pin", {"node": chance.choice([node, ""])}),
        ("hold", {"hold": chance.choice([Hold.STEERING, Hold.ALL])}),
        ("phase", {"phase": chance.choice(["capability", "steering"])}),
        ("pause", {"mode": chance.choice(["drain", "hold"])}),
        ("cancel", {"rollout": rollout}),
        ("requeue", {"rollout": rollout}),
    ]
    return chance.choice(judging if chance.random() < 0.6 else others)


async def speaks(operator: Operator, chance: Random) -> None:
    """So many words at random moments; then the run is let go, whatever waits."""
    await operator.until(lambda run: len(run.dag) > 0)  # a seed without a score ends the run
    for _ in range(WORDS):
        for _ in range(chance.randrange(12)):
            await asyncio.sleep(0)
        if operator.state.status in {RunStatus.TESTING, RunStatus.DONE}:
            return
        verb, arguments = said(operator, chance)
        await operator.send(verb, **arguments)
    await operator.send("resume")
    await operator.send("hold", hold="none")
    while operator.state.status not in {RunStatus.TESTING, RunStatus.DONE}:
        for id_, patch in list(operator.state.patches.items()):
            if patch.status == "held":
                await operator.send("approve", patch=id_)
        await asyncio.sleep(0)


def sound(journal: MemoryJournal, told: World) -> bool:
    records = journal.read()
    return Verifier(journal.get, told.store.tree_of).check_all(records) == len(records)


@pytest.mark.parametrize("seed", range(12))
async def test_any_words_at_any_time_leave_a_sound_run(tmp_path: Path, seed: int) -> None:
    told, journal = world(tmp_path, Random(seed)), CutJournal()

    await steered(told, lambda operator: speaks(operator, Random(seed)), journal)

    assert state(journal).status is RunStatus.DONE
    assert sound(journal, told)

    cut = journal.cut(Random(seed).randrange(len(journal.cuts)))
    if state(cut).status not in {RunStatus.TESTING, RunStatus.DONE}:
        again = told.fresh()
        again.turns = told.turns
        await steered(again, lambda operator: speaks(operator, Random(-seed)), cut, MemoryInbox())
        assert sound(cut, again)
