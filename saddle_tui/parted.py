"""What kind of difference two rollouts show, in sentences: does the patch act here, or chance?"""

from collections.abc import Iterator

from saddle_engine.state import Rollout
from saddle_engine.types.base import RolloutId
from saddle_engine.types.rollout import Outcome
from saddle_tui.pairs import Pair
from saddle_tui.trace.parting import Parting, Seen
from saddle_tui.view import View

WARNS = "$text-warning"


def sentences(view: View, pair: Pair, parting: Parting) -> Iterator[tuple[str, str]]:
    """What kind of difference it is, the most telling thing first."""
    for name, rollout, empty in zip(
        pair.names, (pair.before, pair.after), parting.empty, strict=True
    ):
        if empty:
            open_ = _rollout(view, rollout).result is None
            what = "not ended a step yet" if open_ else "no recording to compare"
            yield f"{rollout} of {name} has {what}", WARNS
    if any(parting.empty):
        return
    yield _verdict(view, pair, parting), "bold"
    if parting.seen.unlike:
        differ = "differ" if len(parting.seen.unlike) > 1 else "differs"
        since = (
            f"from step {parting.seen.unlike_from} on"
            if parting.seen.unlike_from > 1
            else "from the start"
        )
        yield f"{' and '.join(parting.seen.unlike)} {differ} {since}", WARNS
    for step, what in (
        (parting.seen.told, "the harness tells the model something else"),
        (parting.seen.came, "the environment answers the same request otherwise"),
        (
            None if parting.seen.worded == parting.step else parting.seen.worded,
            "the model says it in other words",
        ),
    ):
        if step is not None:
            yield f"from step {step} on {what}", ""
    yield from ((said, WARNS) for said in _caveats(view, pair))


def _verdict(view: View, pair: Pair, parting: Parting) -> str:
    count = len(parting.seen.shared)
    steps = f"{count} {'step' if count == 1 else 'steps'}"
    sides = [_rollout(view, each) for each in (pair.before, pair.after)]
    ends = [each for each, over in zip(sides, parting.over, strict=True) if over]
    if any(each.result is None for each in ends):
        return f"no difference so far: both have done the same in {steps}"
    if parting.step is None:
        changed = parting.seen.unlike or parting.seen.told is not None
        says = "it changes nothing here" if changed else "it never acts here"
        return f"{says}: both do the same to the end, {steps}"
    if ends:
        return (
            f"they do the same for {steps}: then {ends[0].order.rollout} ends and the other goes on"
        )
    if not parting.step:
        return "they part before the first step"
    return f"they part at step {parting.step}: {_why(parting.seen)}"


def _why(seen: Seen) -> str:
    """Who does something else, and whether the patch can have a hand in it."""
    if not seen.replied:
        return "to the same reply the harness does something else"
    if seen.unlike or seen.told is not None:
        return "to another request the model answers otherwise"
    return "to the same request the model answers otherwise, which is chance"


def _caveats(view: View, pair: Pair) -> Iterator[str]:
    was, now = _rollout(view, pair.before), _rollout(view, pair.after)
    if was.order.attempt != now.order.attempt:
        yield (
            f"attempt {was.order.attempt} against attempt {now.order.attempt}: "
            "they share no random seed"
        )
    for each in (was, now):
        if each.result is None:
            yield f"{each.order.rollout} is not finished: its whole steps are compared"
        elif each.result.outcome is Outcome.BROKEN:
            yield f"{each.order.rollout} broke: what it did says nothing about the harness"
        elif each.result.outcome is Outcome.CANCELLED:
            yield f"{each.order.rollout} was cancelled: compared as far as it came"


def _rollout(view: View, id_: RolloutId | None) -> Rollout:
    assert id_ is not None
    return view.state.rollouts[id_]
