"""What looking at test tasks does: each look is spent, and a running search must not be looked past."""

from pathlib import Path

from saddle_engine.errors import JournalError
from saddle_engine.state import RunState
from saddle_engine.types.base import Digest
from saddle_engine.types.rollout import Split
from saddle_engine.types.steering import RunStatus
from saddle_runs.folder import list_runs
from saddle_tui.reading import read_state

WARNING = (
    "looking at the test split spends it: what you choose after this look is fitted to it, and its "
    "scores are too high from then on"
)


def looks(home: Path, benchmark: Digest) -> tuple[int, list[str]]:
    """How often runs of this home have run these test tasks, and the names of unfinished searches on them."""
    count, unfinished = 0, []
    for folder in list_runs(home):
        try:
            state = read_state(folder)
        except (JournalError, ValueError):
            continue
        if state.run is None or state.run.benchmark != benchmark:
            continue
        count += _looked(state)
        if state.evaluation is None and state.status not in {RunStatus.DONE, RunStatus.ABORTED}:
            unfinished.append(folder.name)
    return count, unfinished


def _looked(state: RunState) -> bool:
    if state.evaluation is not None:
        return state.evaluation.split is Split.TEST
    return "test" in state.batches
