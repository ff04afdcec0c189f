"""The books of a run: what its model calls cost, folded from the journal. Amounts are nano-dollars."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from saddle_engine import events as ev
from saddle_engine.types.calls import CallId, ReplyOutcome, Role
from saddle_engine.types.model import Usage


@dataclass
class Books:
    """Settled + reserved + unknown is what may have been spent; it never passes a limit."""

    settled: Counter[str] = field(default_factory=Counter)
    """By role."""
    unknown: Counter[str] = field(default_factory=Counter)
    """By role: the worst of tries that came to nothing."""
    reserved: dict[CallId, ev.CallReserved] = field(default_factory=dict)
    """Tries under way."""
    unclaimed: dict[CallId, ev.CallSettled] = field(default_factory=dict)
    """Replies that are paid for and stand in no recording yet."""
    usage: dict[str, Usage] = field(default_factory=dict)
    """Of settled calls and of free ones, by role."""
    unknown_tokens: Counter[str] = field(default_factory=Counter)
    tries: Counter[CallId] = field(default_factory=Counter)
    """Of calls that are not answered yet."""
    sent: Counter[str] = field(default_factory=Counter)
    """Tries by role."""
    why: Counter[str] = field(default_factory=Counter)
    """Tries that were refused or came to nothing, by kind."""
    outcomes: Counter[tuple[str, ReplyOutcome]] = field(default_factory=Counter)
    """Replies by role and outcome."""

    def apply(self, event: ev.AnyEvent) -> None:
        """Enter an event; most are none of the books' business."""
        if (enter := self._ENTER.get(type(event))) is not None:
            enter(self, event)

    def claim(self, role: Role, event: ev.ModelReplied) -> None:
        """A session has journalled a reply."""
        self._claim(role, event.call, event.usage)

    @property
    def spent(self) -> int:
        """Settled and unknown, over all roles."""
        return self.settled.total() + self.unknown.total()

    @property
    def committed(self) -> int:
        """What may have been spent at the worst: spent and reserved."""
        return self.spent + sum(each.cost for each in self.reserved.values())

    @property
    def committed_tokens(self) -> int:
        """The same in tokens of both directions."""
        known = sum(each.total for each in self.usage.values())
        under_way = sum(each.tokens for each in self.reserved.values())
        return known + under_way + self.unknown_tokens.total()

    def tokens(self, role: str) -> int:
        """Of a role, in both directions, unknown ones included."""
        return self.usage_of(role).total + self.unknown_tokens[role]

    def usage_of(self, role: str) -> Usage:
        """Of a role, as far as it is known."""
        return self.usage.get(role, Usage())

    def _reserve(self, event: ev.CallReserved) -> None:
        self.reserved[event.call] = event
        self.tries[event.call] = event.tries
        self.sent[event.role] += 1

    def _settle(self, event: ev.CallSettled) -> None:
        self.reserved.pop(event.call, None)
        self.unclaimed[event.call] = event
        self.settled[event.role] += event.cost
        self.usage[event.role] = self.usage_of(event.role) + event.usage
        self.outcomes[event.role, event.outcome] += 1

    def _close(self, event: ev.CallRefused | ev.CallUnknown) -> None:
        self.reserved.pop(event.call, None)
        self.why[event.why] += 1

    def _lose(self, event: ev.CallUnknown) -> None:
        self._close(event)
        self.unknown[event.role] += event.cost
        self.unknown_tokens[event.role] += event.tokens

    def _answer(self, event: ev.RequestAnswered) -> None:
        self._claim("task", event.call, event.usage)

    def _claim(self, role: Role, call: CallId, usage: Usage) -> None:
        """A reply stands in a recording; a free model's is entered only now."""
        self.tries.pop(call, None)
        if self.unclaimed.pop(call, None) is None and usage.total:
            self.usage[role] = self.usage_of(role) + usage

    _ENTER: ClassVar[Mapping[type[ev.Event], Callable[["Books", Any], None]]] = {
        ev.CallReserved: _reserve,
        ev.CallSettled: _settle,
        ev.CallRefused: _close,
        ev.CallUnknown: _lose,
        ev.RequestAnswered: _answer,
    }
