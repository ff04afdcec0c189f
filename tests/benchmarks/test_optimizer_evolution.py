"""How the simulated optimizer chooses where an iteration starts."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from saddle_engine.agents.answers import Choice
from saddle_engine.agents.briefs import EvolutionBrief, NodeOf
from saddle_engine.agents.evolution import choose_parent
from saddle_engine.types.base import NodeId
from tests.benchmarks.optimizer_sessions import desk

SEED = ("n0", (), 0.3, "")
TWO_BRANCHES = (
    SEED,
    ("n1", ("n0",), 0.45, "Let a task take 30 steps"),
    ("n2", ("n0",), 0.4, "Report errors"),
)
ONE_BRANCH = (SEED, ("n1", ("n0",), 0.4, "Report errors"), ("n2", ("n1",), 0.45, "More steps"))


async def test_mostly_the_best_node_is_chosen(tmp_path: Path) -> None:
    chosen = await choices(ONE_BRANCH, tmp_path)

    assert 0.65 < chosen[("n2",)] / chosen.total() < 0.85
    assert set(chosen) == {("n2",), ("n1",)}


async def test_of_equal_nodes_the_later_one_is_chosen(tmp_path: Path) -> None:
    chosen = await choices((SEED, ("n9", ("n0",), 0.3, "a"), ("n10", ("n9",), 0.3, "b")), tmp_path)

    assert chosen.most_common(1)[0][0] == ("n10",)


async def test_two_branches_with_different_gains_are_sometimes_composed(tmp_path: Path) -> None:
    chosen = await choices(TWO_BRANCHES, tmp_path)

    assert 0.2 < chosen[("n1", "n2")] / chosen.total() < 0.5
    assert all(parents in {("n1",), ("n2",), ("n1", "n2")} for parents in chosen)


async def test_nothing_is_composed_that_brings_nothing(tmp_path: Path) -> None:
    composed = (*TWO_BRANCHES, ("n3", ("n1", "n2"), 0.5, "Check results"))
    lost = (*TWO_BRANCHES[:2], ("n2", ("n0",), 0.15, "Report errors"))

    same = (*TWO_BRANCHES[:2], ("n2", ("n0",), 0.4, TWO_BRANCHES[1][3]))

    for nodes in (composed, lost, same, ONE_BRANCH):
        assert all(
            len(parents) == 1 for parents in await choices(nodes, tmp_path / str(hash(nodes)))
        )


async def test_seed_alone_is_chosen(tmp_path: Path) -> None:
    assert set(await choices((SEED,), tmp_path)) == {("n0",)}


async def choices(
    nodes: Sequence[tuple[str, tuple[str, ...], float, str]], folder: Path
) -> Counter[tuple[str, ...]]:
    chosen: Counter[tuple[str, ...]] = Counter()
    for seed in range(80):
        choice = await choose_parent(desk(folder / str(seed), seed), brief(nodes))
        assert isinstance(choice, Choice)
        assert choice.rationale
        chosen[choice.parents] += 1
    return chosen


def brief(nodes: Sequence[tuple[str, tuple[str, ...], float, str]]) -> EvolutionBrief:
    async def stage(node: NodeId, folder: Path) -> None:
        raise AssertionError("no sources are looked at")

    rows = tuple(
        NodeOf(NodeId(node), tuple(map(NodeId, parents)), dev, title, "new_tool", {})
        for node, parents, dev, title in nodes
    )
    return EvolutionBrief(rows, (), str, stage, lambda node: f"--- a\n+++ {node}\n")
