"""The keys of the EvoDAG: its drawings, folding, second parents, marking and comparing."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from saddle_engine.dag import EvoDag
from saddle_engine.types.base import NodeId
from saddle_engine.types.rollout import Outcome, Purpose
from saddle_runs.folder import RunFolder
from saddle_tui.actions.dag import ACTIONS
from saddle_tui.drawing.kin import along, kin, lineage
from saddle_tui.keymap import KEYS
from saddle_tui.view import View
from tests.tui.dags import many, nodes
from tests.tui.helms import Helmed, at_helm
from tests.tui.stories import Story, write_run
from tests.tui.views import view_of


def story() -> Story:
    """n3 has two parents; n0 has a patch that lost; n0 and n1 have run the same dev tasks."""
    found = Story().start().seed(0.3).decline("n0").grow(0.4, "n0").grow(0.35, "n0")
    found.grow(0.5, "n1", "n2")
    for node in range(2):
        found.iterations = 50 + node
        for id_ in found.begin_all(Purpose.DEV, ["a", "b"], node):
            found.end(id_, Outcome.PASSED if node else Outcome.FAILED)
    found.iterations = 9
    return found


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    return write_run(tmp_path / "home", story())


def _lens(helm: Helmed) -> str:
    return helm.follower.lens.dag


async def test_each_drawing_has_its_key(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("2")
        for how in ("lanes", "rank", "front", "rail"):
            await helm.press(KEYS[how][0])
            assert _lens(helm) == how
            await helm.see(f"EvoDAG {how} 4 nodes")


async def test_patches_that_lost_are_unfolded_and_folded_again(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("2", "home", "l")
        await helm.see("p1 declined new tool")
        await helm.press("j")
        assert helm.follower.view().selected == "p1"

        await helm.press("h")
        await helm.see("1 declined")
        assert helm.follower.view().selected == "n0"

        await helm.press("end", "l")
        await helm.see("no patch lost on n3")


async def test_x_goes_along_second_parents_and_back(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("2", "end", "x")
        assert helm.follower.view().selected == "n2"
        await helm.press("x")
        assert helm.follower.view().selected == "n3"

        await helm.press("home", "x")
        await helm.see("n0 has one parent, and is nobody's second one")


async def test_two_nodes_stand_side_by_side_and_a_task_leads_to_where_they_part(
    run: RunFolder,
) -> None:
    async with at_helm(run) as helm:
        await helm.press("2", "home", "m")
        await helm.see("n0 is marked; = on another node compares the two")
        await helm.press("j", "j", "equals_sign")
        await helm.see("Compare n0 with n1")
        await helm.see("2 tasks pass 0/2 0.00-0.66 2/2 0.34-1.00")

        await helm.press("enter")
        await helm.see("first difference: no task is selected")
        await helm.press("j", "enter")
        assert helm.follower.lens.task == "a"
        assert helm.follower.lens.against == "n0"
        assert helm.app.main.stand.here == "difference"


async def test_a_first_difference_from_elsewhere_is_not_that_of_nodes_compared_before(
    run: RunFolder,
) -> None:
    async with at_helm(run) as helm:
        await helm.press("2", "home", "j", "j", "equals_sign")
        await helm.see("Compare n0 with n1")
        assert helm.follower.lens.against == "n0"
        await helm.press("5", "d")

        assert helm.follower.lens.against == ""


def test_every_action_says_why_it_cannot_be_done_before_there_is_a_node() -> None:
    empty = view_of(Story().start())

    for action in ACTIONS:
        if action.id not in {"rail", "lanes", "rank", "front"}:
            assert action.why_not(empty), action.id


def test_folding_is_of_the_rail_alone() -> None:
    view = view_of(story())
    ranked: View = replace(view, lens=replace(view.lens, dag="rank"))
    fold = next(action for action in ACTIONS if action.id == "fold")

    assert fold.why_not(ranked) == "patches that lost are on the rail alone; v shows it"


def _dag(count: int = 200) -> EvoDag:
    dag = EvoDag()
    for node in nodes(many(count, merges=0.4)):
        dag.admit(node)
    return dag


def test_the_round_of_a_node_and_its_further_parents_is_closed() -> None:
    dag = _dag()

    for node in dag:
        if len(node.parents) > 1 and all(len(dag[each].parents) < 2 for each in node.parents[1:]):
            youngest = [each for each in dag if node.parents[-1] in each.parents[1:]][-1]
            last = along(dag, node.parents[-1])
            assert last == youngest.id or last in youngest.parents


def test_kin_are_exactly_ancestors_and_descendants() -> None:
    dag = _dag(60)

    for node in dag:
        descendants = {each.id for each in dag if node.id in dag.ancestors(each.id)}
        assert kin(dag, node.id) == {node.id, *dag.ancestors(node.id), *descendants}


def test_a_lineage_goes_from_the_seed_by_main_parents() -> None:
    dag = _dag(60)

    for node in dag:
        way = lineage(dag, node.id)
        assert way[0] == NodeId("n0")
        assert way[-1] == node.id
        assert all(dag[b].parents[0] == a for a, b in pairwise(way))
