"""What the stages hand to an agent: everything it may see, as frozen values."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from saddle_engine.types.base import NodeId, RolloutId, TaskId
from saddle_engine.types.patch import Edit, Patched, Proposal
from saddle_engine.types.rollout import Outcome
from saddle_engine.types.steering import bucket
from saddle_engine.types.taxonomy import Phase, SubType
from saddle_engine.types.wire import Exchange


@dataclass(frozen=True)
class TraceOf:
    """One finished rollout of a train task, as the agents may see it: no verifier text."""

    rollout: RolloutId
    task: TaskId
    instruction: str
    outcome: Outcome
    score: float | None
    exchanges: Sequence[Exchange]
    reason: str = ""
    """The engine's own word for the outcome (`no_finish`, a limit), never the verifier's."""

    @property
    def passed(self) -> bool:
        """Whether the task was solved."""
        return self.outcome is Outcome.PASSED


@dataclass(frozen=True)
class CheckReport:
    """What became of trying edits."""

    patched: Patched | None
    """None when they were refused."""
    problem: str = ""
    """One sentence for the agent and the journal; empty when there is none."""
    notes: tuple[str, ...] = ()


Check = Callable[[Sequence[Edit], SubType], Awaitable[CheckReport]]
"""Applies, surfaces, taxonomy, phase, imports in the check box; equal edits, equal report."""


@dataclass(frozen=True)
class DiagnosisBrief:
    """A failing mini-batch; `desk.folder / "harness"` holds the parent's plain files."""

    phase: Phase
    traces: tuple[TraceOf, ...]
    """Of all tasks of the mini-batch, failing and passing."""
    lessons: tuple[str, ...]
    history: Callable[[], str]
    """What was tried before, one line a patch; put together when it is asked for."""
    check: Check
    hints: tuple[str, ...] = ()
    """What operators say to this diagnosis; hostile text."""


@dataclass(frozen=True)
class PairOf:
    """One task of the mini-batch before and after the patch."""

    before: TraceOf
    after: TraceOf

    @property
    def bucket(self) -> str:
        """`fixed`, `regressed`, `still_failing` or `still_passing`."""
        return bucket(self.before.outcome, self.after.outcome)


@dataclass(frozen=True)
class ReflectionBrief:
    """A patch and what it did to its mini-batch."""

    proposal: Proposal
    diff: str
    pairs: tuple[PairOf, ...]
    before: float
    """Mean score of the parent on the mini-batch."""
    after: float
    dev: tuple[float, float] | None
    """Dev means of parent and patched harness; None when the gate did not run."""


@dataclass(frozen=True)
class NodeOf:
    """A node of the EvoDAG as evolution may see it: dev only as an aggregate."""

    node: NodeId
    parents: tuple[NodeId, ...]
    dev: float
    title: str
    """Of its patch; empty for the seed."""
    subtype: str
    train: Mapping[TaskId, Sequence[float]]
    """Scores by train task, in the order they were run."""


@dataclass(frozen=True)
class EvolutionBrief:
    """The EvoDAG; sources and diffs are fetched only for the nodes that the agent looks at."""

    nodes: tuple[NodeOf, ...]
    """The seed first, then by age."""
    lessons: tuple[str, ...]
    history: Callable[[], str]
    """All nodes and the patches that were not admitted, one line each; as above."""
    stage: Callable[[NodeId, Path], Awaitable[None]]
    """Writes a node's plain files into a new folder."""
    diff: Callable[[NodeId], str]
    """The patch that made a node; empty for the seed."""
