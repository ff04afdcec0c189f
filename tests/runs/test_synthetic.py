"""Made-up runs are as an engine could have written them."""

from pathlib import Path

import pytest

from saddle_engine.adapters.clock import SystemClock
from saddle_engine.state import RunState
from saddle_runs.viewer import RunViewer
from saddle_tui.commands.verify import verify
from tests.synthetic.shape import Shape
from tests.synthetic.writing import MadeUp

SHAPES = [
    Shape(nodes=2, rollouts=60, events=900),
    Shape(nodes=12, rollouts=150, events=4_000, seed=3),
    Shape(nodes=8, rollouts=90, events=2_000, hostile=True, cjk=True),
]


@pytest.mark.parametrize("shape", SHAPES)
def test_every_invariant_holds_and_its_size_is_what_was_asked_for(
    tmp_path: Path, shape: Shape
) -> None:
    run = MadeUp(tmp_path / "home", shape)
    written = run.write()

    assert verify(run.folder) == written
    with RunViewer(run.folder.database, SystemClock()) as viewer:
        state = RunState().fold(viewer.tail(0, 10**6))
    assert len(state.dag) == shape.nodes
    assert 0.5 < written / shape.events < 2
    assert 0.5 < state.spent_rollouts / shape.rollouts < 3


def test_a_live_run_goes_on_where_it_was_left(tmp_path: Path) -> None:
    run = MadeUp(tmp_path / "home", Shape(nodes=40, rollouts=900, events=20_000))
    begun = run.write(500)

    appended = run.live(events_per_second=2_000, seconds=0.5)

    assert appended > 0
    assert verify(run.folder) == begun + appended
