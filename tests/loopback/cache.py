"""The prompt cache, by the documented rules.

A prefix is written at every cache mark that is long enough, and can be read once the reply that
writes it has begun. A request reads the longest written prefix that ends at one of its marks or at
most 19 blocks before one. Reading, and writing again, begins the time to live anew.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import accumulate

from tests.loopback.blocks import Part
from tests.loopback.prices import Billed

LOOKBACK = 20
"""Blocks that are tried for each mark, its own first."""
SECONDS = {"5m": 300.0, "1h": 3600.0}


@dataclass(frozen=True)
class Plan:
    """What one request reads and writes."""

    billed: Billed
    writes: tuple[tuple[str, str], ...]
    """Prefix and time to live of each entry that is written or read."""


@dataclass
class PromptCache:
    """Prefixes that have been written, of all models."""

    clock: Callable[[], float]
    _entries: dict[str, tuple[float, str]] = field(default_factory=dict)
    """When each prefix expires, and its time to live."""

    def plan(self, prompt: tuple[Part, ...], shortest: int) -> Plan:
        """How a prompt is billed as things are now; nothing is written yet."""
        sums = tuple(accumulate(part.tokens for part in prompt))
        marks = [at for at, part in enumerate(prompt) if part.ttl and sums[at] >= shortest]
        if not marks:
            return Plan(Billed(input=sums[-1] if sums else 0), ())
        hit = max((at for mark in marks for at in self._known(prompt, mark)), default=-1)
        hour = max((at for at in marks if prompt[at].ttl == "1h" and at > hit), default=hit)
        read, until_hour, until_last = (sums[at] if at >= 0 else 0 for at in (hit, hour, marks[-1]))
        billed = Billed(
            input=sums[-1] - until_last,
            cache_read=read,
            cache_write_1h=until_hour - read,
            cache_write_5m=until_last - until_hour,
        )
        written = [(prompt[at].prefix, prompt[at].ttl) for at in marks]
        if hit >= 0 and hit not in marks:
            written.append((prompt[hit].prefix, self._entries[prompt[hit].prefix][1]))
        return Plan(billed, tuple(written))

    def begin(self, plan: Plan) -> None:
        """The reply has begun: what it writes can be read from now on."""
        for prefix, ttl in plan.writes:
            _, before = self._entries.get(prefix, (0.0, ttl))
            longer = max(ttl, before, key=SECONDS.__getitem__)
            self._entries[prefix] = (self.clock() + SECONDS[longer], longer)

    def _known(self, prompt: tuple[Part, ...], mark: int) -> list[int]:
        looked_at = range(mark, max(-1, mark - LOOKBACK), -1)
        return [at for at in looked_at if self._alive(prompt[at].prefix)][:1]

    def _alive(self, prefix: str) -> bool:
        return prefix in self._entries and self._entries[prefix][0] > self.clock()
