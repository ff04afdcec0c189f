"""What kind of difference two rollouts show, in sentences: does the patch act here, or chance?"""

from collections.abc import Iterator

from saddle_engine.state import Rollout
from saddle_engine.types.base import RolloutId
from saddle_engine.types.rollout import Outcome
from saddle_tui.pairs import Pair
from saddle_tui.trace.parting import Parting
from saddle_tui.view import View

SPOKEN = frozenset({"model", "call", "thinks"})
"""Tags of what a model says or calls."""
WARNS = "$text-warning"


def sentences(view: View, pair: Pair, parting: Parting) -> Iterator[tuple[str, str]]:
    """What kind of difference it is, the most telling thing first."""
    for name, rollout, empty in zip(
        pair.names, (pair.before, pair.after), parting.empty, strict=True
    ):
        if empty:
            yield f"{rollout} of {name} has no recording to compare", WARNS
    if any(parting.empty):
        return
    yield _verdict(view, pair, parting), "bold"
    if parting.unlike:
        differ = "differ" if len(parting.unlike) > 1 else "differs"
        yield f"{' and '.join(parting.unlike)} {differ} from the start", WARNS
    for step, what in (
        (parting.told, "the harness tells the model something else"),
        (parting.came, "the environment answers the same request otherwise"),
        (parting.worded, "the model says it in other words"),
    ):
        if step is not None and (parting.step is None or step <= parting.step):
            yield f"from step {step} on {what}", ""
    yield from ((said, WARNS) for said in _caveats(view, pair))


def _verdict(view: View, pair: Pair, parting: Parting) -> str:
    if parting.step is None:
        open_ = any(_rollout(view, each).result is None for each in (pair.before, pair.after))
        count = len(parting.shared)
        steps = f"{count} {'step' if count == 1 else 'steps'}"
        if open_:
            return f"no difference so far: both have done the same in {steps}"
        if parting.unlike or parting.told is not None:
            return f"it changes nothing here: both do the same to the end, {steps}"
        return f"it never acts here: both do the same to the end, {steps}"
    chance = not parting.unlike and parting.told is None and _replied(parting)
    if chance:
        return (
            f"they part at step {parting.step}: to the same request the model answers otherwise, "
            "which is chance"
        )
    return (
        f"they part at step {parting.step}" if parting.step else "they part before the first step"
    )


def _replied(parting: Parting) -> bool:
    """What differs first is what the model says or calls, on both sides."""
    first = next((each for each in parting.twins if not each.equal), None)
    if first is None or first.left is None or first.right is None:
        return False
    return first.left.tag in SPOKEN


def _caveats(view: View, pair: Pair) -> Iterator[str]:
    was, now = _rollout(view, pair.before), _rollout(view, pair.after)
    if was.order.attempt != now.order.attempt:
        yield (
            f"attempt {was.order.attempt} against attempt {now.order.attempt}: "
            "they share no random seed"
        )
    for each in (was, now):
        if each.result is None:
            yield f"{each.order.rollout} is not finished: compared as far as it is"
        elif each.result.outcome is Outcome.BROKEN:
            yield f"{each.order.rollout} broke: what it did says nothing about the harness"
        elif each.result.outcome is Outcome.CANCELLED:
            yield f"{each.order.rollout} was cancelled: compared as far as it came"


def _rollout(view: View, id_: RolloutId | None) -> Rollout:
    assert id_ is not None
    return view.state.rollouts[id_]
