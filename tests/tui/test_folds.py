"""What folds skip for speed is what they have nothing to say about."""

from pathlib import Path

from saddle_engine.adapters.clock import SystemClock
from saddle_engine.events import WORK
from saddle_engine.state import RunState
from saddle_engine.wishes import Wishes
from saddle_runs.viewer import RunViewer
from saddle_tui.folds import Folds
from saddle_tui.recent import Recent
from saddle_tui.story import Told, tell
from saddle_tui.tally import Tally
from tests.synthetic.shape import Shape
from tests.synthetic.writing import MadeUp


def test_every_fold_on_its_own_comes_to_what_they_come_to_together(tmp_path: Path) -> None:
    run = MadeUp(tmp_path / "home", Shape(nodes=8, rollouts=90, events=2_000, hostile=True))
    run.write()
    with RunViewer(run.folder.database, SystemClock()) as viewer:
        records = viewer.tail(0, 10**6)
    together = Folds()
    state, recent, tally = RunState(), Recent(), Tally()
    told: list[Told | None] = []
    for record in records:
        together.apply(record)
        state.apply(record)
        recent.apply(record, state)
        tally.apply(record, state)
        told.append(tell(record, state, recent.began))

    assert together.state == state
    assert together.recent == recent
    assert together.tally == tally
    assert list(together.told) == [each for each in told if each is not None][-500:]
    assert {type(record.event) for record in records} >= WORK


def test_work_changes_no_wish(tmp_path: Path) -> None:
    run = MadeUp(tmp_path / "home", Shape(nodes=3, rollouts=30, events=600))
    run.write()
    wishes = Wishes()
    with RunViewer(run.folder.database, SystemClock()) as viewer:
        for record in viewer.tail(0, 10**6):
            if type(record.event) in WORK:
                wishes._apply_pending(record.event)

    assert wishes == Wishes()
