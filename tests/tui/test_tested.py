"""Test scores, as the screen, `show`, the log and a pull request write them."""

import pytest

from saddle_engine import events as ev
from saddle_engine.state import RunState
from saddle_engine.types.base import NodeId
from saddle_tui.commands.show import lines
from saddle_tui.summary import summary
from saddle_tui.tested import runs, score_of, spread
from tests.tui.stories import Story


@pytest.mark.parametrize(
    ("means", "sd", "said"),
    [
        ((0.55,), 0.0, ("0.550", None, "1 run")),
        ((0.5, 0.6), 0.07, ("0.550 ± 0.070", 0.07, "2 runs")),
        ((0.55, 0.55), 0.0, ("0.550 ± 0.000", 0.0, "2 runs")),
    ],
)
def test_one_run_of_the_test_split_has_no_spread(
    means: tuple[float, ...], sd: float, said: tuple[str, float | None, str]
) -> None:
    found = ev.TestEvaluated(node=NodeId("n0"), means=means, mean=0.55, sd=sd)

    assert (score_of(found), spread(found), runs(found)) == said


def test_show_says_a_single_test_without_a_spread() -> None:
    once = ev.TestEvaluated(node=NodeId("n0"), means=(0.4,), mean=0.4, sd=0.0)
    state = RunState()
    for record in Story().start().seed().seal("n0").add(once).records():
        state.apply(record)

    facts = summary(state, alive=False)

    assert facts["seed"]["test_sd"] is None
    assert any(line.endswith("test 0.400") for line in lines(facts))
