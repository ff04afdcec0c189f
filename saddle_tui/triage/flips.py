"""What a patch was to fix against what it fixed, and what luck alone would have given. Pure."""

from math import comb
from typing import NamedTuple

from saddle_engine.types.patch import Proposal
from saddle_engine.types.steering import Buckets


class Flips(NamedTuple):
    """Tasks of the mini-batch by name."""

    predicted: tuple[str, ...]
    """Failing tasks that the patch was to bring to pass."""
    observed: tuple[str, ...]
    """Those that it did."""
    hits: tuple[str, ...]
    """Predicted, and came true."""
    missed: tuple[str, ...]
    """Predicted, and did not."""
    unforeseen: tuple[str, ...]
    """Came true, and nobody had said so."""
    by_luck: float
    """How many hits as many names drawn at random from the failing tasks would have had, on average."""
    p: float
    """How often they would have had at least as many, in [0,1]."""

    @property
    def sentence(self) -> str:
        """For people; hostile text is possible."""
        if not self.predicted:
            return "nothing was predicted"
        came = f"{len(self.hits)} of {len(self.predicted)} predicted tasks came to pass"
        missed = f"; not {', '.join(self.missed)}" if self.missed else ""
        more = f"; unforeseen: {', '.join(self.unforeseen)}" if self.unforeseen else ""
        return f"{came} (by luck {self.by_luck:.1f}){missed}{more}"


def flips(proposal: Proposal, buckets: Buckets | None) -> Flips | None:
    """None before the mini-batch is checked."""
    if buckets is None:
        return None
    predicted = tuple(dict.fromkeys(map(str, proposal.expected_flips)))
    failing, fixed = {*buckets.fixed, *buckets.still_failing}, {*buckets.fixed}
    hits = tuple(task for task in predicted if task in fixed)
    drawn = len(failing.intersection(predicted))
    return Flips(
        predicted,
        buckets.fixed,
        hits,
        tuple(task for task in predicted if task not in fixed),
        tuple(task for task in buckets.fixed if task not in predicted),
        drawn * len(fixed) / len(failing) if failing else 0.0,
        _at_least(len(hits), drawn, len(fixed), len(failing)),
    )


def _at_least(hits: int, drawn: int, fixed: int, failing: int) -> float:
    """The tail of the hypergeometric distribution."""
    ways = sum(
        comb(fixed, each) * comb(failing - fixed, drawn - each)
        for each in range(hits, min(drawn, fixed) + 1)
    )
    return ways / comb(failing, drawn)
