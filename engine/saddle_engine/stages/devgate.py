"""The dev gate. Under `paper` it only measures: every patch that comes here is admitted."""

from collections.abc import Iterator

from saddle_engine import events as ev
from saddle_engine.patches import Patch
from saddle_engine.stages.parts import Parts
from saddle_engine.state import Iteration, mean_score
from saddle_engine.types.base import NodeId
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.rollout import Purpose, Split


async def admit(parts: Parts, iteration: Iteration, patch: Patch) -> None:
    """Run the patched harness on the whole dev split and admit it as a node.

    Where every rollout was cancelled there is no score to rank it by, and it is declined.
    """
    if patch.status is PatchStatus.ADMITTED:
        return
    proposed, number = patch.proposed, iteration.started.iteration
    assert proposed.tree is not None
    if patch.status is not PatchStatus.GATING:
        await parts.book.append(ev.DevGateProgressed(patch=proposed.patch))
    pairs = [(proposed.tree, task) for task in parts.split(Split.DEV)]
    results = await parts.rollouts.run(f"dev:{number}", Purpose.DEV, pairs, number)
    await parts.book.append(*_verdict(parts, proposed, mean_score(results)))


def _verdict(parts: Parts, proposed: ev.PatchProposed, dev: float | None) -> Iterator[ev.AnyEvent]:
    assert proposed.commit is not None
    assert proposed.tree is not None
    verdict: ev.DevVerdict = "undecided" if dev is None else "admitted"
    yield ev.DevGateChecked(patch=proposed.patch, dev=dev, verdict=verdict)
    if dev is not None:
        yield ev.NodeAdmitted(
            node=NodeId(f"n{len(parts.state.dag)}"),
            patch=proposed.patch,
            parents=proposed.parents,
            commit=proposed.commit,
            tree=proposed.tree,
            dev=dev,
        )
