"""Limits as a window shows them, and the value that it suggests."""

import pytest

from saddle_engine import events as ev
from saddle_engine.errors import LimitReached
from saddle_engine.ledger import refusal, require
from saddle_engine.state import RunState
from saddle_engine.types.money import nanos
from saddle_engine.types.price import Bound
from saddle_engine.types.rollout import Purpose
from saddle_tui.asking.limits import limits_now, suggestion
from saddle_tui.limits import limit
from tests.tui.stories import Story


def _state(*events: ev.AnyEvent, **limits: float) -> RunState:
    story = Story().start(limits=limits).seed().add(*events)
    return RunState().fold(story.records())


def _raised(state: RunState) -> RunState:
    """As after Enter on what the window suggests."""
    name, value = limit(suggestion(state)[0])
    state.limits[name] = value
    return state


@pytest.mark.parametrize(("cost", "usd"), [(0.1, 0.05), (7.0, 1.0), (0.004, 0.003)])
def test_a_suggested_price_lets_the_call_through_that_did_not_fit(cost: float, usd: float) -> None:
    bound = Bound(input_tokens=5, output_tokens=5, cost=nanos(cost))
    before = refusal(_state(usd=usd), bound)
    assert before is not None
    state = _state(ev.RunPaused(by="usd", reason=before[1]), usd=usd)

    assert refusal(_raised(state), bound) is None


def test_suggested_tokens_let_the_call_through_that_did_not_fit() -> None:
    bound = Bound(input_tokens=1_250_000, output_tokens=0, cost=0)
    before = refusal(_state(tokens=5_000), bound)
    assert before is not None
    state = _state(ev.RunPaused(by="tokens", reason=before[1]), tokens=5_000)

    assert refusal(_raised(state), bound) is None


def test_suggested_rollouts_let_the_batch_through_that_did_not_fit() -> None:
    state = _state(rollouts=13)
    with pytest.raises(LimitReached) as reached:
        require(state, Purpose.BEFORE, 40)
    state = _state(ev.RunPaused(by="rollouts", reason=str(reached.value)), rollouts=13)

    require(_raised(state), Purpose.BEFORE, 40)


def test_a_run_that_waits_for_no_limit_gets_its_limit_as_it_stands() -> None:
    assert suggestion(_state(rollouts=13)) == ("rollouts=13", "")
    assert suggestion(_state()) == ("rollouts=", "")


def test_all_limits_are_shown_with_what_is_gone() -> None:
    assert list(limits_now(_state(rollouts=40, usd=2.5))) == [
        "rollouts limit 40: 4 spent, 8 set aside, 28 left",
        "usd      limit $2.50: $0.00 spent, $0.00 set aside, $2.50 left",
        "tokens   no limit: 0 spent, 0 set aside",
        "hours    no limit: 0.00 spent",
    ]
