"""What a screen shows of a run's newest events, kept beside its state so that no look at it grows with the run."""

from collections import Counter, deque
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from saddle_engine import events as ev
from saddle_engine.state import RunState
from saddle_engine.types.base import PatchId, RolloutId, SessionId, Tree
from saddle_engine.types.rollout import Outcome
from saddle_tui.trace.work import Work

KEPT = 200  # finished rollouts; more rows than any terminal has
KEPT_SESSIONS = 20

REDRAWS_DAG = frozenset(
    {
        ev.NodeAdmitted,
        ev.PatchProposed,
        ev.PatchRefused,
        ev.PatchVetoed,
        ev.PatchApproved,
        ev.ApprovalAsked,
        ev.MiniBatchChecked,
        ev.DevGateProgressed,
        ev.BatchPlanned,
        ev.RunSealed,
        ev.TestEvaluated,
        ev.PatchDeferred,
        ev.PatchReturned,
        ev.EditAsked,
        ev.EditRefused,
        ev.ShadowChecked,
        ev.ParentPinned,
        ev.IterationStarted,
        ev.IterationFinished,
    }
)


QUIET = frozenset({ev.RequestAnswered, ev.ModelReplied, ev.CallReserved, ev.CallSettled})
"""By far the most records; a look at their type is all that these may cost."""


@dataclass
class Recent:
    """A fold beside the state: the same records in the same order."""

    began: float = 0.0
    """Time of the first record."""
    waiting: set[RolloutId] = field(default_factory=set)
    """Planned and not begun."""
    open: dict[RolloutId, float] = field(default_factory=dict)
    """Begun and not finished, in the order of their beginning, with its time."""
    finished: deque[RolloutId] = field(default_factory=lambda: deque(maxlen=KEPT))
    """The newest, oldest first."""
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    """Of all rollouts that ended."""
    batch: str | None = None
    """The batch that was planned last."""
    ended: Counter[str] = field(default_factory=Counter)
    """Finished rollouts by batch."""
    session: SessionId | None = None
    """The session at work."""
    work: dict[SessionId, Work] = field(default_factory=dict)
    """What the newest sessions have done, oldest first."""
    made: dict[SessionId, ev.DiagnosisMade] = field(default_factory=dict)
    """What the newest diagnoses concluded, oldest first."""
    names: dict[Tree, str] = field(default_factory=dict)
    """What people call a harness: `n3`, `p7`, `n3+n1`."""
    held_since: dict[PatchId, float] = field(default_factory=dict)
    """When patches that wait for the operator began to."""
    edit_refused: dict[PatchId, ev.EditRefused] = field(default_factory=dict)
    """Of patches whose newest version by an operator would not do."""
    lessons: dict[PatchId, list[ev.LessonLearned]] = field(default_factory=dict)
    """What was learned from each patch."""
    shape: int = 0
    """Grows when the EvoDAG or the scores look different."""
    drawn: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)
    """What was worked out of that shape; emptied when it grows."""

    def apply(self, record: ev.Record, state: RunState) -> None:
        """Take in a record that `state` has just taken in."""
        self.began = self.began or record.at
        if type(record.event) in QUIET:
            return
        if type(record.event) in REDRAWS_DAG:
            self.shape += 1
            self.drawn.clear()
        match record.event:
            case ev.ToolCalled(session=session) | ev.FileRead(session=session):
                if session in self.work:
                    self.work[session].apply(record.event)
            case ev.BatchPlanned(batch=batch):
                self.batch = batch
            case ev.RolloutPlanned(rollout=rollout):
                self.waiting.add(rollout)
            case ev.RolloutStarted(rollout=rollout):
                self.waiting.discard(rollout)
                self.open[rollout] = record.at
            case ev.RolloutRequeued(rollout=rollout):
                self._wait_again(rollout, state)
            case ev.RolloutFinished(rollout=rollout):
                self._finish(rollout, state)
            case ev.SessionStarted(session=session):
                self.session = session
                self.work[session] = Work(session)  # a new try begins anew
                _keep(self.work)
            case ev.DiagnosisMade(session=session):
                self.made[session] = record.event
                _keep(self.made)
            case ev.SessionFinished():
                self.session = None
            case _:
                self._judge(record)
                self._name(record.event)

    def _judge(self, record: ev.Record) -> None:
        match record.event:
            case ev.ApprovalAsked(patch=patch) | ev.PatchReturned(patch=patch):
                self.held_since[patch] = record.at
            case ev.PatchApproved(patch=patch) | ev.PatchVetoed(patch=patch):
                self.held_since.pop(patch, None)
            case ev.PatchProposed(edit_of=patch) if patch is not None:
                self.held_since.pop(patch, None)
            case ev.EditAsked(patch=patch):
                self.edit_refused.pop(patch, None)
            case ev.EditRefused(patch=patch):
                self.edit_refused[patch] = record.event
            case ev.LessonLearned(patch=patch):
                self.lessons.setdefault(patch, []).append(record.event)
            case _:
                pass

    def _finish(self, rollout: RolloutId, state: RunState) -> None:
        self.waiting.discard(rollout)
        self.open.pop(rollout, None)
        self.finished.append(rollout)
        self.ended[state.rollouts[rollout].batch] += 1
        result = state.rollouts[rollout].result
        if result is not None:
            self.outcomes[result.outcome] += 1

    def _wait_again(self, rollout: RolloutId, state: RunState) -> None:
        self.waiting.add(rollout)
        if self.open.pop(rollout, None) is None:
            self.ended[state.rollouts[rollout].batch] -= 1
            self.outcomes[Outcome.CANCELLED] -= 1  # no other result is ever run again
            self.finished = deque((each for each in self.finished if each != rollout), KEPT)

    def _name(self, event: ev.AnyEvent) -> None:
        match event:
            case ev.EvaluationStarted():
                self.names |= {each.tree: each.name for each in event.harnesses}
            case ev.NodeAdmitted():
                self.names[event.tree] = event.node
            case ev.PatchProposed() if event.tree:
                self.names.setdefault(event.tree, event.patch)
            case ev.ParentChosen():
                self.names.setdefault(event.tree, "+".join(event.parents))
            case _:
                pass


def _keep(newest: dict[SessionId, Any]) -> None:
    if len(newest) > KEPT_SESSIONS:
        newest.pop(next(iter(newest)))
