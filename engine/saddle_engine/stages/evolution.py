"""Evolution: which node, or which two, an iteration starts from."""

from pathlib import Path

from saddle_engine import events as ev
from saddle_engine.agents.answers import Choice
from saddle_engine.agents.briefs import EvolutionBrief, NodeOf
from saddle_engine.agents.evolution import choose_parent
from saddle_engine.stages.parts import Parts
from saddle_engine.stages.sessions import with_desk
from saddle_engine.stages.views import dag_history, lessons
from saddle_engine.state import Iteration, RunState
from saddle_engine.types.base import NodeId


async def choose(parts: Parts, iteration: Iteration) -> None:
    """Journal the parent of an iteration: a node, or an unscored merge of two."""
    if iteration.parent is not None:
        return
    number = iteration.started.iteration
    choice = await _ask(parts, number)
    if choice is None:
        best = parts.policy.ranking.best(parts.state.dag)
        choice = Choice(parents=(best,), rationale="the best node: there was no usable choice")
    await parts.book.append(await _chosen(parts, number, choice))


async def _ask(parts: Parts, number: int) -> Choice | None:
    """The agent's choice; with the seed alone there is nothing to ask."""
    if len(parts.state.dag) == 1:
        return Choice(parents=(parts.state.seed.id,), rationale="the seed is the only node")
    brief = EvolutionBrief(
        nodes=_nodes(parts.state),
        lessons=lessons(parts.state),
        history=lambda: dag_history(parts.state),
        stage=lambda node, folder: _stage(parts, node, folder),
        diff=lambda node: _diff(parts, node),
    )
    return await with_desk(parts, "evolution", number, lambda desk: choose_parent(desk, brief))


async def _chosen(parts: Parts, number: int, choice: Choice) -> ev.ParentChosen:
    sides = [parts.state.dag[node] for node in choice.parents]
    commit, tree, conflicts = sides[0].commit, sides[0].tree, 0
    if len(sides) == 2:
        merged = await parts.store.merge(sides[0].commit, sides[1].commit)
        commit, tree, conflicts = merged.commit, merged.tree, len(merged.conflicts)
    # A merge that is one of its sides is no merge: the child has that node as its only parent.
    alone = next((side for side in sides if side.tree == tree), None)
    return ev.ParentChosen(
        iteration=number,
        parents=(alone.id,) if alone else choice.parents,
        commit=alone.commit if alone else commit,
        tree=tree,
        rationale=parts.blobs.put(choice.rationale.encode()),
        conflicts=conflicts,
    )


def _nodes(state: RunState) -> tuple[NodeOf, ...]:
    return tuple(
        NodeOf(
            node=node.id,
            parents=node.parents,
            dev=node.dev,
            title=state.patches[node.patch].proposed.title if node.patch else "",
            subtype=state.patches[node.patch].proposed.subtype if node.patch else "",
            train=state.train_scores.get(node.tree, {}),
        )
        for node in state.dag
    )


async def _stage(parts: Parts, node: NodeId, folder: Path) -> None:
    await parts.store.export(parts.state.dag[node].tree, folder)


def _diff(parts: Parts, node: NodeId) -> str:
    patch = parts.state.dag[node].patch
    diff = parts.state.patches[patch].proposed.diff if patch else None
    return parts.blobs.get(diff).decode() if diff else ""
