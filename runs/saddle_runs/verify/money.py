"""What must hold for the money: counted again from the tries, without the books."""

from collections import Counter

from saddle_engine import events as ev
from saddle_engine.state import RunState
from saddle_engine.types.calls import CallId
from saddle_engine.types.model import Usage
from saddle_engine.types.money import dollars, nanos
from saddle_runs.verify.holding import follow, hold

Ended = ev.CallSettled | ev.CallRefused | ev.CallUnknown


class MoneyRules:
    """Every try is reserved, ends once, and never takes the run beyond a limit."""

    def __init__(self) -> None:
        self._open: dict[CallId, ev.CallReserved] = {}
        self._tries: Counter[CallId] = Counter()
        self._paid: dict[CallId, tuple[Usage, int]] = {}
        """Settled replies that no recording holds yet."""
        self._cost = 0
        """Nano-dollars settled or unknown."""
        self._tokens = 0
        self._rollouts: Counter[tuple[str, int]] = Counter()
        """Nano-dollars of a rollout's try, as recorded."""

    def before(self, state: RunState, event: ev.AnyEvent) -> None:
        """Check an event against the state that it meets.

        Raises:
            ValueError: it cannot follow.
        """
        match event:
            case ev.CallReserved():
                self._reserve(state, event)
            case ev.CallSettled() | ev.CallRefused() | ev.CallUnknown():
                self._end(event)
            case ev.RequestAnswered():
                self._record(event)
                self._rollouts[event.rollout, event.tries] += event.cost
            case ev.ModelReplied():
                self._record(event)
            case ev.RolloutFinished():
                cost = self._rollouts[event.rollout, state.rollouts[event.rollout].tries]
                hold(event.cost == cost, f"its calls cost {cost} nano-dollars")
            case _:
                pass

    def _reserve(self, state: RunState, event: ev.CallReserved) -> None:
        hold(event.call not in self._open, f"{event.call} is under way already")
        follow(event.tries, self._tries[event.call], "try")
        self._tries[event.call] += 1
        self._open[event.call] = event
        cost = self._cost + sum(each.cost for each in self._open.values())
        tokens = self._tokens + sum(each.tokens for each in self._open.values())
        usd, most = state.limits.get("usd"), state.limits.get("tokens")
        hold(usd is None or cost <= nanos(usd), f"{dollars(cost)} may pass the limit of {usd} usd")
        hold(most is None or tokens <= most, f"{tokens} tokens may pass the limit of {most}")

    def _end(self, event: Ended) -> None:
        begun = self._open.pop(event.call, None)
        hold(begun is not None, f"{event.call} ends without being under way")
        assert begun is not None
        same = (event.tries, event.role, event.owner) == (begun.tries, begun.role, begun.owner)
        hold(same, f"another try of {event.call} was under way")
        if isinstance(event, ev.CallRefused):
            return
        self._cost += event.cost
        if isinstance(event, ev.CallSettled):  # as the provider counts, be it more than is possible
            self._paid[event.call] = (event.usage, event.cost)
            self._tokens += event.usage.total
        else:
            hold(event.cost <= begun.cost, f"more than the reserved {dollars(begun.cost)}")
            self._tokens += event.tokens

    def _record(self, event: ev.RequestAnswered | ev.ModelReplied) -> None:
        """What stands in a recording was paid for: once, and at that price. What is free was not."""
        paid = self._paid.pop(event.call, None)
        if paid is None:
            hold(event.cost == 0, "it costs something that was never settled")
            self._tokens += event.usage.total
        else:
            hold(paid == (event.usage, event.cost), "it was settled with other numbers")
