"""Evolution: which node, or which two, an iteration starts from."""

from pathlib import Path

from saddle_engine import events as ev
from saddle_engine.agents.answers import Choice
from saddle_engine.agents.briefs import EvolutionBrief, NodeOf
from saddle_engine.agents.evolution import choose_parent
from saddle_engine.dag import Node
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
    await parts.book.decide(lambda state: _pinned(parts, state, number))
    if iteration.parent is not None:
        return
    choice = await _ask(parts, number)
    if choice is None:
        best = parts.policy.ranking.best(parts.state.dag)
        choice = Choice(parents=(best,), rationale="the best node: there was no usable choice")
    await parts.book.append(await _chosen(parts, number, choice))


def _pinned(parts: Parts, state: RunState, number: int) -> list[ev.AnyEvent]:
    """The operator's choice; an agent that was asked before it was made is heard to its end."""
    pinned = state.wishes.pinned
    if pinned is None or ("evolution", number) in state.session_of:
        return []
    rationale = f"{state.wishes.pinned_by} pinned {pinned}"
    return [_of_node(parts, number, state.dag[pinned], rationale)]


def _of_node(parts: Parts, number: int, node: Node, rationale: str) -> ev.ParentChosen:
    return ev.ParentChosen(
        iteration=number,
        parents=(node.id,),
        commit=node.commit,
        tree=node.tree,
        rationale=parts.blobs.put(rationale.encode()),
    )


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
    if len(sides) == 1:
        return _of_node(parts, number, sides[0], choice.rationale)
    merged = await parts.store.merge(sides[0].commit, sides[1].commit)
    # A merge that is one of its sides is no merge: the child has that node as its only parent.
    if alone := next((side for side in sides if side.tree == merged.tree), None):
        found = _of_node(parts, number, alone, choice.rationale)
    else:
        found = _of_node(parts, number, sides[0], choice.rationale).model_copy(
            update={"parents": choice.parents, "commit": merged.commit, "tree": merged.tree}
        )
    return found.model_copy(update={"conflicts": len(merged.conflicts)})


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
