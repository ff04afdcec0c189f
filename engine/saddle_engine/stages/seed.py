"""The first node: the seed harness and its dev score."""

from saddle_engine import events as ev
from saddle_engine.errors import SeedUnfit
from saddle_engine.stages.parts import Parts
from saddle_engine.stages.rollouts import Results
from saddle_engine.state import mean_score
from saddle_engine.types.base import NodeId, RolloutId
from saddle_engine.types.rollout import Purpose, Split

LAST_WORDS = 600
"""Characters."""
NO_ROOM = frozenset({"usd_limit", "token_limit"})


async def evaluate_seed(parts: Parts) -> None:
    """Run the seed on dev and admit it as n0.

    Raises:
        SeedUnfit: it ended every rollout without `finish`, so that nothing was ever verified, could
            ask the model nothing within a rollout's limits, or has no score: all were cancelled.
    """
    run = parts.state.run
    assert run is not None
    if len(parts.state.dag):
        return
    pairs = [(run.tree, task) for task in parts.split(Split.DEV)]
    results = await parts.rollouts.run("seed_dev", Purpose.SEED_DEV, pairs)
    scored = [(order, result) for order, result in results if result.outcome.scored]
    if (dev := mean_score(scored)) is None:
        raise SeedUnfit(
            f"all {len(results)} dev rollouts of the seed were cancelled, so that it has no score to "
            "begin with; start a new run"
        )
    _require_an_end(parts, scored)
    _require_a_step(scored)
    await parts.book.append(
        ev.NodeAdmitted(
            node=NodeId("n0"),
            patch=None,
            parents=(),
            commit=run.commit,
            tree=run.tree,
            dev=dev,
        )
    )


def _require_an_end(parts: Parts, results: Results) -> None:
    """A harness that crashes everywhere is its author's to mend, before anything is spent on it."""
    if not all(result.reason.startswith("no_finish") for _, result in results):
        return
    order, result = results[0]
    raise SeedUnfit(
        f"the harness did not say finish in any of its {len(results)} dev rollouts; "
        f"{order.rollout} (task {order.task}) ended with {result.reason}, and its last words were "
        f"{_last_words(parts, order.rollout)!r}; mend the harness and start a new run"
    )


def _require_a_step(results: Results) -> None:
    """Limits under which no rollout can ask the model once would be searched under in vain."""
    if not all(result.reason in NO_ROOM and not result.steps for _, result in results):
        return
    order, result = results[0]
    raise SeedUnfit(
        f"the harness could not ask the model once in any of its {len(results)} dev rollouts: "
        f"{order.rollout} (task {order.task}) ended with {result.reason} at its first request; "
        "raise [limits.rollout], or the limits of the tasks, and start a new run"
    )


def _last_words(parts: Parts, rollout: RolloutId) -> str:
    for record in parts.book.read(subject=rollout):
        if isinstance(record.event, ev.RolloutFinished) and record.event.detail:
            said = parts.blobs.get(record.event.detail).decode(errors="replace")
            return said[-LAST_WORDS:].strip()
    return ""
