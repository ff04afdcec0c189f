"""Values that a fold makes without checking them are those that checking would have made, field by field."""

from saddle_engine import events as ev
from saddle_engine.state import RunState
from saddle_engine.types.base import RolloutId, TaskId, Tree, Value
from saddle_engine.types.model import Usage
from saddle_engine.types.rollout import Outcome, Purpose, Split

PLANNED = ev.RolloutPlanned(
    batch="b", rollout=RolloutId("r1"), tree=Tree("t"), task=TaskId("a"), split=Split.DEV, attempt=2
)
FINISHED = ev.RolloutFinished(
    rollout=RolloutId("r1"),
    outcome=Outcome.FAILED,
    score=0.5,
    reason="wrong",
    steps=1,
    seconds=2.0,
    tokens=3,
    cost=4,
)


def whole(made: Value) -> bool:
    kind = type(made)
    same = made == kind.model_validate(made.model_dump())
    return same and list(made.__dict__) == list(kind.model_fields)


def test_what_a_fold_makes_has_every_field() -> None:
    planned = ev.BatchPlanned(batch="b", purpose=Purpose.EVAL, iteration=0, rollouts=1)
    events = enumerate([planned, PLANNED, FINISHED], start=1)
    state = RunState().fold(ev.Record(seq=seq, at=0.0, event=event) for seq, event in events)

    rollout = state.rollouts[RolloutId("r1")]
    assert rollout.result is not None
    assert whole(rollout.order)
    assert whole(rollout.result)
    assert whole(Usage(input_tokens=1, output_tokens=2) + Usage(input_tokens=3, output_tokens=4))
