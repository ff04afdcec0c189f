"""A recording as steps: what a harness was told, what it did, and the same in a line."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from itertools import groupby

from saddle_engine.events import Record, RequestAnswered, RolloutFinished
from saddle_engine.types.wire import Door
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.trace import doing
from saddle_tui.trace.entry import Said
from saddle_tui.trace.rollout import rollout_lines
from saddle_tui.trace.texts import Texts

GIST = frozenset({"call", "finish", "stop"})
"""Tags of the lines that tell what a step is about, where it has one."""


@dataclass(frozen=True)
class Step:
    """One model turn and what followed from it; step 0 is what came before the first."""

    number: int
    events: tuple[RequestAnswered, ...]

    @property
    def asked(self) -> RequestAnswered | None:
        """The request to the model; step 0 has none."""
        return next((each for each in self.events if each.door is Door.MODEL), None)

    def repeats(self, other: "Step") -> bool:
        """The same requests got the same answers, letter by letter: nothing of it has to be read."""
        mine, its = ([(e.door, e.key, e.reply) for e in each.events] for each in (self, other))
        return mine == its

    def did(self, texts: Texts) -> Hashable:
        """Equal for steps that act alike; lanes may have answered in another order."""
        acts = ((each.lane, doing.did(each, texts)) for each in self.events)
        return tuple(sorted((each for each in acts if each[1] is not None), key=lambda act: act[0]))

    def lines(self, texts: Texts) -> list[Said]:
        """Everything that a transcript says of it, but its heading."""
        found = (said for each in self.events for said in rollout_lines(each, texts))
        return [said for said in found if not said.heads]

    def gist(self, texts: Texts) -> SafeText:
        """What it did, in one line of any length."""
        said = self.lines(texts)
        acts = [each.text for each in said if each.tag in GIST]
        words = [each.text for each in said if each.tag in {"model", "env"}]
        return clean("; ".join(acts or words[:1]) or "says nothing")


def steps(records: Iterable[Record]) -> list[Step]:
    """The steps of the last try, in order; one that is still going on is not among them."""
    events = [each.event for each in records]
    answered = [each for each in events if isinstance(each, RequestAnswered)]
    last = max((each.tries for each in answered), default=0)
    kept = [each for each in answered if each.tries == last]
    found = [Step(number, tuple(of)) for number, of in groupby(kept, lambda each: each.step)]
    ended = any(isinstance(each, RolloutFinished) for each in events)
    return found if ended else found[:-1]
