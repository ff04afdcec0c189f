"""Tasks, attempts and what came of them."""

from enum import StrEnum

from pydantic import Field

from saddle_engine.types.base import Digest, RolloutId, TaskId, Tree, Value


class Split(StrEnum):
    """Disjoint sets of tasks: learn on train, gate on dev, test once."""

    TRAIN = "train"
    DEV = "dev"
    TEST = "test"


class Outcome(StrEnum):
    """How a rollout ended; the first three are scored."""

    PASSED = "passed"
    FAILED = "failed"
    TIMED_OUT = "timed_out"
    BROKEN = "broken"
    CANCELLED = "cancelled"

    @property
    def scored(self) -> bool:
        """Whether the outcome counts in any mean."""
        return self in {Outcome.PASSED, Outcome.FAILED, Outcome.TIMED_OUT}


class RolloutLimits(Value):
    """What one rollout may use."""

    seconds: float = Field(120.0, gt=0, description="virtual seconds from start to finish")
    steps: int = Field(60, gt=0, description="model calls")
    tokens: int = Field(2_000_000, gt=0, description="input plus output tokens")
    usd: float = Field(10.0, ge=0, description="US dollars for model calls")


class Task(Value):
    """One problem with a verifier."""

    id: TaskId
    split: Split
    family: str = ""
    """What kind of problem it is, for tables only; no policy or agent sees it."""
    instruction: str
    pass_at: float = Field(1.0, gt=0, le=1)
    """A rollout passed when its score reaches this."""
    limits: RolloutLimits = RolloutLimits()
    digest: Digest
    """Of everything that defines the task: instruction, environment, tests."""


class Purpose(StrEnum):
    """Why a batch of rollouts is run."""

    SEED_DEV = "seed_dev"
    BEFORE = "before"
    AFTER = "after"
    SHADOW = "shadow"
    """A vetoed patch, to see what the veto was worth."""
    DEV = "dev"
    TEST = "test"
    EVAL = "eval"
    """Of a run that only evaluates: it has no search."""


class RolloutOrder(Value):
    """One planned rollout: attempt k of the harness `tree` at a task."""

    rollout: RolloutId
    tree: Tree
    task: TaskId
    split: Split
    attempt: int = Field(ge=1)
    tries: int = Field(1, ge=1)
    """More than 1 after broken infrastructure."""
    lost_tokens: int = Field(0, ge=0)
    lost_cost: int = Field(0, ge=0)
    """Of this try's model calls, what came to nothing under an engine that died; in nano-dollars."""


class Verdict(Value):
    """What the verifier said."""

    score: float = Field(ge=0, le=1)
    detail: str = ""
    """The verifier's last output, at most a few kB; hostile text."""


class RolloutResult(Value):
    """What came of one rollout."""

    outcome: Outcome
    score: float | None = Field(None, ge=0, le=1)
    """None unless the outcome is scored."""
    reason: str = ""
    steps: int = 0
    """Model turns."""
    seconds: float = 0.0
    """Virtual: recorded seconds of coupled steps plus live ones."""
    tokens: int = 0
    cost: int = 0
    """Nano-dollars of its model calls."""
    detail: str = ""
    """Verifier output and the tail of the harness's stderr; hostile text."""
