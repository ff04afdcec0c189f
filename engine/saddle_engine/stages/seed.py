"""The first node: the seed harness and its dev score."""

from saddle_engine import events as ev
from saddle_engine.stages.parts import Parts
from saddle_engine.state import mean_score
from saddle_engine.types.base import NodeId
from saddle_engine.types.rollout import Purpose, Split


async def evaluate_seed(parts: Parts) -> None:
    """Run the seed on dev and admit it as n0."""
    run = parts.state.run
    assert run is not None
    if len(parts.state.dag):
        return
    pairs = [(run.tree, task) for task in parts.split(Split.DEV)]
    results = await parts.rollouts.run("seed_dev", Purpose.SEED_DEV, pairs)
    await parts.book.append(
        ev.NodeAdmitted(
            node=NodeId("n0"),
            patch=None,
            parents=(),
            commit=run.commit,
            tree=run.tree,
            dev=mean_score(results),
        )
    )
