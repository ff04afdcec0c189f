"""The four drawings of one EvoDAG: how they look, and that moving in them lays nothing out anew."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from saddle_engine import events as ev
from saddle_engine.types.base import NodeId
from saddle_engine.types.rollout import Outcome, Purpose
from saddle_engine.types.taxonomy import SubType
from saddle_tui.drawing import lanes as lanes_drawing
from saddle_tui.drawing import rail as rail_drawing
from saddle_tui.lens import DagView
from saddle_tui.view import View
from saddle_tui.widgets import dag, lanes, rail
from tests.tui.dags import grown, many
from tests.tui.stories import Story
from tests.tui.views import text_of, view_of

GOLDEN = Path(__file__).parent / "golden" / "dag"
TASKS = ["a", "b", "c", "d"]
VIEWS: list[DagView] = ["rail", "lanes", "rank", "front"]


def story(cost: int = 0) -> Story:
    """Nodes of all kinds, and rollouts that cost more and more."""
    found = Story().start(simulated=not cost).seed(0.31)
    found.decline("n0").grow(0.34, "n0").grow(0.36, "n0").decline("n2")
    found.grow(0.41, "n2", "n1", subtype=SubType.RULE_ADDITION).grow(0.40, "n3").grow(0.47, "n3")
    found.iterate("n5")
    patch = found.propose("n5")
    found.check(patch).add(ev.DevGateProgressed(patch=patch))
    for node in range(6):
        _runs(found, node, cost * (1 + node), 100 + 10 * node)
    found.add(ev.ParentPinned(node=NodeId("n3"), by="alice"))
    return found


def _runs(found: Story, node: int, cost: int, tokens: int) -> None:
    found.iterations += 1
    for id_ in found.begin_all(Purpose.DEV, TASKS, node):
        found.end(id_, Outcome.PASSED if node % 2 else Outcome.FAILED)
        ended = found.events[-1]
        assert isinstance(ended, ev.RolloutFinished)
        found.events[-1] = ended.model_copy(update={"cost": cost, "tokens": tokens})


def drawn(view: View, how: DagView, width: int, selected: str = "n3") -> list[str]:
    looked_at = replace(view, selected=selected, lens=replace(view.lens, dag=how))
    return [*text_of(dag.dag, looked_at, width, 20)]


@pytest.mark.parametrize("how", VIEWS)
@pytest.mark.parametrize("width", [30, 56, 100])
def test_it_looks_as_it_did(how: DagView, width: int) -> None:
    shown = "\n".join(drawn(view_of(story(9_000_000)), how, width)) + "\n"

    golden = GOLDEN / f"{how}-{width}.txt"
    if not golden.exists():
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(shown, encoding="utf-8")
        pytest.fail(f"{golden} was missing; it is written now: look at it")
    assert shown == golden.read_text(encoding="utf-8")


def test_where_all_is_free_the_front_counts_tokens_and_says_so() -> None:
    lines = " ".join(drawn(view_of(story()), "front", 56))

    assert "all models are simulated and cost nothing, so tokens stand for costs" in lines
    assert "0.470  150 tokens a rollout" in lines


def test_a_node_off_the_front_is_told_who_beats_it() -> None:
    lines = " ".join(drawn(view_of(story(9_000_000)), "front", 100, "n4"))

    assert "n4 is beaten by n3: 0.410 against 0.400 on dev" in lines


@pytest.mark.parametrize("how", VIEWS)
def test_the_selection_is_one_in_all_of_them(how: DagView) -> None:
    view = view_of(story(9_000_000))
    looked_at = replace(view, lens=replace(view.lens, dag=how))

    for id_ in dag.order(looked_at):
        lines = drawn(view, how, 80, id_)
        assert any(f"›{id_}" in line for line in lines), id_


class _Counted:
    """How often the EvoDAG was laid out."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        monkeypatch.setattr(rail, "rail", self._counted(rail_drawing.rail))
        monkeypatch.setattr(lanes, "lanes", self._counted(lanes_drawing.lanes))

    def _counted(self, drawing: Callable[..., object]) -> Callable[..., object]:
        def counted(*given: object) -> object:
            self.count += 1
            return drawing(*given)

        return counted


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> _Counted:
    return _Counted(monkeypatch)


@pytest.mark.parametrize("how", ["rail", "lanes"])
def test_moving_lays_nothing_out_anew(how: DagView, counted: _Counted) -> None:
    view = view_of(grown(many(300)))

    for number in range(100):
        drawn(view, how, 80, f"n{number}")

    assert counted.count == 1


def test_an_event_that_changes_the_dag_lays_it_out_anew(counted: _Counted) -> None:
    found = Story().start().seed().grow(0.6, "n0")
    view = view_of(found)
    drawn(view, "rail", 80)
    more = view_of(found.grow(0.7, "n1"))

    view.recent.apply(list(found.records())[-2], more.state)
    drawn(view, "rail", 80)

    assert counted.count == 2


def test_before_the_seed_each_says_what_comes() -> None:
    for how in VIEWS:
        assert drawn(view_of(Story().start()), how, 60) == ["no node yet: the seed runs on dev"]
