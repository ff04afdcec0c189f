"""How many rollouts, batches and sessions a run has: its stages, before anything is known of it."""

from dataclasses import dataclass

from saddle_tui.estimating.facts import Rates
from saddle_tui.estimating.plan import Plan
from saddle_tui.estimating.ranges import Range, drawn, exactly, ordered


@dataclass(frozen=True)
class Count:
    """Of one stage."""

    batches: Range
    """That follow each other: of rollouts, or sessions."""
    rollouts: Range


def counts(plan: Plan, rates: Rates) -> dict[str, Count]:
    """By stage, in the order of a run; the agents' sessions have no rollouts.

    `before` and `after` are the mini-batches of parents and of patched harnesses.
    """
    iterations = exactly(plan.iterations)
    learns = drawn(iterations, rates.learns)
    checked = drawn(learns, rates.checked)
    admitted = drawn(checked, rates.admitted)
    each = plan.train / plan.batches
    found = {
        "before": Count(iterations, iterations.times(each)),
        "after": Count(checked, checked.times(each)),
        "dev gates": Count(admitted, admitted.times(plan.dev)),
        # With the seed as the only node there is no parent to choose.
        "evolution": Count(_choices(admitted, plan.iterations), exactly(0)),
        "diagnosis": Count(learns, exactly(0)),
        "reflection": Count(checked, exactly(0)),
    }
    if plan.budget is not None:
        found = _shortened(found, plan)
    once = plan.test * plan.repeats
    both = 2 if admitted.likely >= 1 else 1
    return {
        "seed on dev": Count(exactly(1), exactly(plan.dev)),
        **found,
        **_shadows(plan),
        "test": Count(exactly(1), Range(once, both * once, 2 * once)),
    }


def _shadows(plan: Plan) -> dict[str, Count]:
    """Mini-batches of patches that the operator vetoes, if any; nothing is likely of that."""
    if not plan.shadow:
        return {}
    batches = -(-plan.shadow // plan.minibatch)
    return {"vetoed": Count(Range(0, 0, batches), Range(0, 0, plan.shadow))}


def _choices(admitted: Range, iterations: int) -> Range:
    """Iterations that come after the first admitted patch, and find two nodes at least."""
    high = iterations - 1 if admitted.high > 0 else 0
    likely = iterations - iterations / (admitted.likely + 1)
    return Range(0, min(likely, high), high)


def _shortened(found: dict[str, Count], plan: Plan) -> dict[str, Count]:
    """The policy's budget ends the search between two iterations; the last one may pass it."""
    spent = [sum(each.rollouts[at] for each in found.values()) for at in range(3)]
    room = max(plan.budget or 0, plan.dev) - plan.dev
    done = [_done(plan.iterations, room, all_ / plan.iterations) for all_ in spent]
    return {
        stage: Count(_cut(each.batches, done), _cut(each.rollouts, done))
        for stage, each in found.items()
    }


def _done(iterations: int, room: float, an_iteration: float) -> float:
    """The share of the iterations that is done before the budget is used up."""
    return min(1.0, -(-room // an_iteration) / iterations)


def _cut(count: Range, done: list[float]) -> Range:
    return ordered(number * share for number, share in zip(count, done, strict=True))
