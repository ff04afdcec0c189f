"""A replay shows at each place what the screen showed when the run was there."""

from pathlib import Path
from random import Random

import pytest

from saddle_engine.adapters.clock import SystemClock
from saddle_runs.folder import RunFolder
from saddle_runs.past import PastViewer
from saddle_tui.folds import Folds
from saddle_tui.replaying.follower import ReplayFollower
from saddle_tui.replaying.player import Player
from tests.tui.test_folds_again import RUNS, recorded


@pytest.mark.parametrize("name", RUNS)
async def test_at_every_mark_of_a_recorded_run_a_replay_is_what_was_folded_live(
    name: str, tmp_path: Path
) -> None:
    run = await recorded(tmp_path, name)
    with PastViewer(run.database, SystemClock()) as viewer:
        follower = ReplayFollower(run, viewer, SystemClock(), Player())
        follower.start("end")
        while follower.index.timeline.seq < follower.end_seq or follower.behind:
            follower.pull()
        places = [mark.seq for mark in follower.index.timeline.marks]
        places += follower.index.timeline.iterations.values()
        Random(name).shuffle(places)
        for seq in places:
            follower.seek(seq)
            assert follower._folds == folded(run, seq), f"at {seq}"
        follower.close()

    assert len(places) > 3


def folded(run: RunFolder, upto: int) -> Folds:
    """As a live screen had folded when that record came."""
    folds = Folds()
    with PastViewer(run.database, SystemClock()) as viewer:
        for record in viewer.onward(0, upto):
            folds.apply(record)
    return folds
