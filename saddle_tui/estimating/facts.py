"""What one rollout and one session take, and what becomes of iterations: the assumptions."""

from dataclasses import dataclass

from saddle_tui.estimating.ranges import Range

AGENTS = ("evolution", "diagnosis", "reflection")


@dataclass(frozen=True)
class Work:
    """Of one rollout, or of one session of an agent."""

    tokens: Range
    """In both directions."""
    output: float
    """Share of the tokens that comes out, in [0,1]."""
    cached: Range
    """Share of the input that is read from the cache; the highest first, for it is the cheapest."""
    seconds: Range
    source: str
    """Where this is known from, in words."""


@dataclass(frozen=True)
class Rates:
    """Shares of iterations, in [0,1]."""

    learns: Range
    """Has a task that was not passed, and so something to learn."""
    checked: Range
    """Of those: has a patch that comes to the mini-batch check."""
    admitted: Range
    """Of those: wins it, and goes through the dev gate."""
    source: str


@dataclass(frozen=True)
class Facts:
    """Everything that is assumed."""

    rollout: Work
    sessions: dict[str, Work]
    """By agent."""
    rates: Rates


PAPER = "the AutoSaddler paper (GAIA2, Claude Opus 4.6)"
ITS_AGENTS = "the AutoSaddler paper (Claude Opus 4.6; its agents, not these)"
SIMULATED = "runs of the bundled harness with the simulated models"
CACHED = Range(0.95, 0.85, 0.0)
_PATCH_TOKENS = 8_500_000
"""14.56 USD a patch at the prices of Opus 4.6, 85% of the input read from the cache, 1.5% output."""
_PATCH_S = 533.0
_SHARES = {"evolution": 0.1, "diagnosis": 0.7, "reflection": 0.2}


def published() -> Facts:
    """From the paper: 551k input tokens, 204 s and about 1 USD a rollout; 14.56 USD and 533 s a patch.

    Its tasks are long: low is what small tasks take.
    """
    return Facts(
        rollout=Work(
            tokens=Range(20_000, 560_000, 1_700_000),
            output=0.015,
            cached=CACHED,
            seconds=Range(10, 204, 600),
            source=PAPER,
        ),
        sessions={
            agent: Work(
                tokens=Range(0.01, 1.0, 1.5).times(_PATCH_TOKENS * share),
                output=0.015,
                cached=CACHED,
                seconds=Range(0.02, 1.0, 2.0).times(_PATCH_S * share),
                source=ITS_AGENTS,
            )
            for agent, share in _SHARES.items()
        },
        # 27% of its iterations found nothing to learn; 13 of the 25 of its first epoch were admitted.
        rates=Rates(
            learns=Range(0.5, 0.73, 1.0),
            checked=Range(0.6, 0.9, 1.0),
            admitted=Range(0.15, 0.7, 1.0),
            source=PAPER,
        ),
    )


def simulated() -> Facts:
    """From runs with simulated models, which are free and read nothing from a cache."""
    tokens = {
        "evolution": Range(2_000, 6_000, 25_000),
        "diagnosis": Range(12_000, 38_000, 100_000),
        "reflection": Range(3_000, 8_000, 25_000),
    }
    none = Range(0.0, 0.0, 0.0)
    return Facts(
        rollout=Work(Range(2_500, 4_000, 8_000), 0.04, none, Range(0.2, 0.7, 4), SIMULATED),
        sessions={
            agent: Work(tokens[agent], 0.01, none, Range(0.1, 0.5, 5), SIMULATED)
            for agent in AGENTS
        },
        rates=Rates(
            learns=Range(0.5, 0.85, 1.0),
            checked=Range(0.3, 0.65, 1.0),
            admitted=Range(0.1, 0.4, 1.0),
            source=SIMULATED,
        ),
    )
