"""What a person should find in the example run, and what must not be found there."""

import asyncio
import tempfile
from itertools import combinations
from pathlib import Path

from saddle_engine.adapters.gitpick import Labels, PickStore
from saddle_engine.patches import Patch
from saddle_engine.state import RunState
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.steering import RunStatus
from saddle_runs.folder import RunFolder
from saddle_runs.stores import repository
from saddle_tui.reading import read_state

LABELS = Labels("ours", "base", "theirs")


def missing(folder: RunFolder) -> list[str]:
    """What the run lacks of a good story."""
    state = read_state(folder)
    clean, clashing = pairs(folder, state)
    third = [each for each in state.patches.values() if each.proposed.iteration == 3]
    wanted = {
        "it is over and tested": state.status is RunStatus.DONE and len(state.tested) == 2,
        "6 to 12 iterations": 6 <= len(state.iterations) <= 12,
        "3 patches were admitted": len(_all(state, PatchStatus.ADMITTED)) >= 3,
        "iteration 3 declined a patch": [each.status for each in third] == [PatchStatus.DECLINED],
        "... that broke what had passed": any(_broke(each) for each in third),
        "a veto": bool(_all(state, PatchStatus.VETOED)),
        "a hint": bool(state.wishes.hints),
        "a switch of the phase": bool(state.phases),
        "the best node is better on test": _better(state),
        "two admitted patches go together": bool(clean),
        "two patches conflict": bool(clashing),
    }
    return [name for name, holds in wanted.items() if not holds]


def pairs(folder: RunFolder, state: RunState) -> tuple[list[str], list[str]]:
    """Pairs of patches that go on top of each other, of admitted ones, and that do not, of all."""
    with tempfile.TemporaryDirectory() as scratch:
        store = PickStore(Path(scratch) / "picks.git", repository(folder))
        return asyncio.run(_pairs(store, state))


async def _pairs(store: PickStore, state: RunState) -> tuple[list[str], list[str]]:
    await store.create()
    clean, clashing = [], []
    made = [each for each in state.patches.values() if each.proposed.commit]
    for first, second in combinations(made, 2):
        clashes = await _together(store, state, first, second)
        both = f"{first.proposed.patch}+{second.proposed.patch}"
        if clashes:
            clashing.append(both)
        elif {first.status, second.status} == {PatchStatus.ADMITTED}:
            clean.append(both)
    return clean, clashing


async def _together(store: PickStore, state: RunState, first: Patch, second: Patch) -> bool:
    """Whether they conflict, put on the seed one after the other."""
    assert state.run is not None
    onto, clashes = state.run.commit, 0
    for patch in (first, second):
        parent = state.iterations[patch.proposed.iteration].parent
        assert parent is not None
        assert patch.proposed.commit is not None
        picked = await store.pick(onto, parent.commit, patch.proposed.commit, LABELS)
        onto = picked.commit
        clashes += len(picked.clashes)
    return bool(clashes)


def _all(state: RunState, status: PatchStatus) -> list[Patch]:
    return [each for each in state.patches.values() if each.status is status]


def _broke(patch: Patch) -> bool:
    return patch.buckets is not None and bool(patch.buckets.regressed)


def _better(state: RunState) -> bool:
    if state.sealed is None or len(state.tested) != 2:
        return False
    return state.tested[state.sealed.best].mean > state.tested[state.seed.id].mean
