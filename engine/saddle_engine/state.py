"""What a run is, folded from its journal: live view, resume, verify and replay share this one function."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any, ClassVar

from saddle_engine import events as ev
from saddle_engine.books import Books
from saddle_engine.dag import EvoDag, Node
from saddle_engine.patches import Patch, Patches, live
from saddle_engine.types.base import (
    LessonId,
    NodeId,
    PatchId,
    RolloutId,
    SessionId,
    TaskId,
    Tree,
    made_of,
)
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.rollout import Purpose, RolloutOrder, RolloutResult, Split
from saddle_engine.types.steering import RunStatus
from saddle_engine.types.taxonomy import Phase
from saddle_engine.wishes import Wishes


@dataclass
class Rollout:
    """One planned rollout and what has come of it so far."""

    order: RolloutOrder
    batch: str
    tries: int = 0
    """0 while it waits."""
    steps: int = 0
    broke: int = 0
    cost: int = 0
    """Nano-dollars, of all its tries."""
    tokens: int = 0
    """Of all its tries."""
    result: RolloutResult | None = None

    @property
    def open(self) -> bool:
        """Begun and not finished."""
        return self.tries > 0 and self.result is None


@dataclass
class Batch:
    """Rollouts that belong together."""

    id: str
    purpose: Purpose
    iteration: int
    rollouts: list[RolloutId] = field(default_factory=list)


@dataclass
class Session:
    """An agent at work, or done."""

    started: ev.SessionStarted
    phase: Phase
    """When its first try began; it goes on in it, whatever was switched meanwhile."""
    tools: Counter[str] = field(default_factory=Counter)
    outcome: str | None = None


@dataclass
class Iteration:
    """One turn of the loop."""

    started: ev.IterationStarted
    parent: ev.ParentChosen | None = None
    patch: PatchId | None = None
    reflected: bool = False
    outcome: str | None = None


@dataclass
class RunState:
    """Everything a screen, a policy or a resumed engine may ask about a run."""

    seq: int = 0
    at: float = 0.0
    run: ev.RunStarted | None = None
    evaluation: ev.EvaluationStarted | None = None
    """Of a run that only evaluates; None for a search."""
    engine: ev.EngineStarted | None = None
    left: ev.EngineStopped | None = None
    """How the latest engine left in good order; None while one is at work, or when it died."""
    private: str = ""
    """The private folder of the latest engine, at work or gone; empty before the first."""
    status: RunStatus = RunStatus.RUNNING
    paused: ev.RunPaused | None = None
    error: str = ""
    phase: Phase = Phase.CAPABILITY
    phases: list[ev.PhaseSwitched] = field(default_factory=list)
    limits: dict[str, float] = field(default_factory=dict)
    batches: dict[str, Batch] = field(default_factory=dict)
    rollouts: dict[RolloutId, Rollout] = field(default_factory=dict)
    finished: int = 0
    """Rollouts that have their outcome."""
    attempts: Counter[tuple[Tree, TaskId]] = field(default_factory=Counter)
    """How many attempts of a tree at a task have been planned."""
    sessions: dict[SessionId, Session] = field(default_factory=dict)
    session_of: dict[tuple[str, int], SessionId] = field(default_factory=dict)
    """By agent and iteration: there is at most one of each."""
    session_count: Counter[str] = field(default_factory=Counter)
    """By agent."""
    books: Books = field(default_factory=Books)
    worked_s: float = 0.0
    """Seconds in which an engine was at work and not paused."""
    iterations: dict[int, Iteration] = field(default_factory=dict)
    patches: Patches = field(default_factory=dict)
    dag: EvoDag = field(default_factory=EvoDag)
    lessons: dict[LessonId, ev.LessonLearned] = field(default_factory=dict)
    train_scores: defaultdict[Tree, dict[TaskId, list[float]]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    """Scores on train tasks by harness, oldest first: what the agents may know."""
    seal_asked: bool = False
    sealed: ev.RunSealed | None = None
    tested: dict[NodeId, ev.TestEvaluated] = field(default_factory=dict)
    wishes: Wishes = field(default_factory=Wishes)
    aborted: ev.RunAborted | None = None
    commands: dict[str, str] = field(default_factory=dict)
    """Commands already answered: why one was refused, or empty when it was carried out."""
    interventions: list[ev.Record] = field(default_factory=list)
    """The `CommandAccepted` records: what operators did, when, and why."""

    def fold(self, records: Iterable[ev.Record]) -> "RunState":
        """Apply records in order and return self."""
        for record in records:
            self.apply(record)
        return self

    def apply(self, record: ev.Record) -> None:
        """The only thing that changes state.

        Raises:
            ValueError: the record does not follow the last one, or contradicts the state.
        """
        if record.seq != self.seq + 1:
            raise ValueError(f"record {record.seq} does not follow record {self.seq}")
        if self.working and type(record.event) is not ev.EngineStarted:  # its forerunner died
            self.worked_s += max(0.0, record.at - self.at)
        self.seq, self.at = record.seq, record.at
        event = record.event
        try:
            self.books.apply(event)
            self.wishes.apply(event)
            if (do := self._OFTEN.get(type(event))) is not None:
                do(self, event)
            else:
                self._apply(record)
            if self.aborted:  # what was under way may still come to its end
                self.status = RunStatus.ABORTED
        except KeyError as error:
            raise ValueError(f"record {record.seq} names {error}, which is unknown") from error

    def _apply(self, record: ev.Record) -> None:
        match event := record.event:
            case ev.RunStarted():
                self.run, self.phase, self.limits = event, event.phase, dict(event.limits)
            case ev.EvaluationStarted():
                self.evaluation = event
            case ev.EngineStarted():
                self._begin(event)
            case ev.EngineStopped():
                self.engine, self.left = None, event
            case ev.RunFailed():
                self.status, self.error = RunStatus.FAILED, event.error
            case ev.RunFinished():
                self.status = RunStatus.DONE
            case ev.RunPaused():
                self.status, self.paused = RunStatus.PAUSED, event
            case ev.RunResumed():
                self.status, self.paused = self._working(), None
            case ev.LimitChanged():
                self.limits[event.name] = event.value
            case ev.PhaseSwitched():
                self.phase = event.phase
                self.phases.append(event)
            case ev.CommandAccepted():
                self.commands[event.command] = ""
                self.interventions.append(record)
            case ev.CommandRefused():
                self.commands[event.command] = event.reason
            case ev.SealAsked():
                self.seal_asked = True
            case ev.RunAborted():
                self.status, self.aborted, self.paused = RunStatus.ABORTED, event, None
            case ev.RunSealed():
                self.sealed, self.status, self.paused = event, RunStatus.TESTING, None
            case ev.TestEvaluated():
                self.tested[event.node] = event
            case ev.RolloutBroke():
                self.rollouts[event.rollout].broke += 1
            case ev.RolloutRequeued():
                self._requeue(self.rollouts[event.rollout])
            case _:
                self._apply_search(event)

    def _answer(self, event: ev.RequestAnswered) -> None:
        rollout = self.rollouts[event.rollout]
        rollout.steps = event.step
        rollout.cost += event.cost
        rollout.tokens += event.usage.total

    def _start(self, event: ev.RolloutStarted) -> None:
        rollout = self.rollouts[event.rollout]
        rollout.tries, rollout.steps = event.tries, 0

    def _reply(self, event: ev.ModelReplied) -> None:
        self.books.claim(self.sessions[event.session].started.agent, event)

    def _use(self, event: ev.ToolCalled) -> None:
        self.sessions[event.session].tools[event.tool] += 1

    def _rise(self, event: ev.SessionFinished) -> None:
        self.sessions[event.session].outcome = event.outcome

    def _pass(self, event: ev.AnyEvent) -> None:
        """The books' alone, or nobody's."""

    def _apply_search(self, event: ev.AnyEvent) -> None:
        match event:
            case ev.IterationStarted():
                self.iterations[event.iteration] = Iteration(event, patch=event.takes_up)
                live(self.patches, event)
            case ev.ParentChosen():
                self.iterations[event.iteration].parent = event
            case ev.PatchProposed():
                self._propose(event)
            case ev.NodeAdmitted():
                self.dag.admit(Node(event.node, **event.model_dump(exclude={"kind", "node"})))
                live(self.patches, event)
            case ev.Reflected():
                self.iterations[event.iteration].reflected = True
            case ev.LessonLearned():
                self.lessons[event.lesson] = event
            case ev.IterationFinished():
                self._leave(event)
            case _:
                live(self.patches, event)

    def _begin(self, event: ev.EngineStarted) -> None:
        self.engine, self.left = event, None
        self.private, self.error = event.private, ""
        if self.status is RunStatus.FAILED:
            self.status, self.paused = self._working(), None

    def _working(self) -> RunStatus:
        return RunStatus.TESTING if self.sealed else RunStatus.RUNNING

    def _order(self, event: ev.BatchPlanned) -> None:
        self.batches[event.batch] = Batch(event.batch, event.purpose, event.iteration)
        if event.purpose is Purpose.AFTER and (patch := self.iterations[event.iteration].patch):
            self.patches[patch].turn(PatchStatus.CHECKING)

    def _plan(self, event: ev.RolloutPlanned) -> None:
        order = made_of(
            RolloutOrder,
            {
                "rollout": event.rollout, "tree": event.tree, "task": event.task,
                "split": event.split, "attempt": event.attempt,
                "tries": 1, "lost_tokens": 0, "lost_cost": 0,
            },
        )  # fmt: skip
        self.rollouts[event.rollout] = Rollout(order, event.batch)
        self.batches[event.batch].rollouts.append(event.rollout)
        self.attempts[event.tree, event.task] += 1

    def _sit(self, event: ev.SessionStarted) -> None:
        earlier = self.sessions.get(event.session)
        self.session_count[event.agent] += earlier is None
        self.sessions[event.session] = Session(event, earlier.phase if earlier else self.phase)
        self.session_of[event.agent, event.iteration] = event.session

    def _propose(self, event: ev.PatchProposed) -> None:
        live(self.patches, event)
        iteration = self.iterations[self.patches[event.patch].iteration]
        if iteration.patch in {None, event.edit_of}:
            iteration.patch = event.patch

    def _leave(self, event: ev.IterationFinished) -> None:
        iteration = self.iterations[event.iteration]
        iteration.outcome = event.outcome
        if iteration.patch and event.outcome in {"vetoed", "deferred"}:
            self.patches[iteration.patch].aside = True

    def _requeue(self, rollout: Rollout) -> None:
        rollout.broke = rollout.tries
        if rollout.result is not None:
            rollout.result, self.finished = None, self.finished - 1

    def _finish(self, event: ev.RolloutFinished) -> None:
        rollout = self.rollouts[event.rollout]
        rollout.result = event.result()
        self.finished += 1
        shadow = self.batches[rollout.batch].purpose is Purpose.SHADOW
        if rollout.order.split is Split.TRAIN and event.score is not None and not shadow:
            scores = self.train_scores[rollout.order.tree]
            scores.setdefault(rollout.order.task, []).append(event.score)

    _OFTEN: ClassVar[Mapping[type[ev.Event], Callable[["RunState", Any], None]]] = {
        ev.RequestAnswered: _answer,
        ev.CallReserved: _pass,
        ev.CallSettled: _pass,
        ev.FileRead: _pass,
        ev.BatchPlanned: _order,
        ev.RolloutPlanned: _plan,
        ev.RolloutStarted: _start,
        ev.RolloutFinished: _finish,
        ev.SessionStarted: _sit,
        ev.ModelReplied: _reply,
        ev.ToolCalled: _use,
        ev.SessionFinished: _rise,
    }
    """By far the most records: what they do is looked up, since each `case` costs as much as one does."""

    @property
    def working(self) -> bool:
        """An engine is at work, as far as the journal tells; hours are counted."""
        return self.engine is not None and self.status is not RunStatus.PAUSED

    @property
    def still(self) -> bool:
        """Nothing new begins: it is paused, or was given up."""
        return self.status in {RunStatus.PAUSED, RunStatus.ABORTED}

    @property
    def tokens(self) -> dict[str, int]:
        """Tokens by role: task, evolution, diagnosis, reflection."""
        roles = {*self.books.usage, *self.books.unknown_tokens}
        return {role: self.books.tokens(role) for role in sorted(roles)}

    @property
    def spent_rollouts(self) -> int:
        """Rollouts ordered so far: a planned one is paid for, whatever becomes of it."""
        return len(self.rollouts)

    @property
    def shadow_rollouts(self) -> int:
        """Those of them that were spent on vetoed patches."""
        shadows = (each for each in self.batches.values() if each.purpose is Purpose.SHADOW)
        return sum(len(each.rollouts) for each in shadows)

    @property
    def drawn(self) -> int:
        """Iterations that drew a mini-batch; the others took up a patch with its own."""
        return sum(each.started.takes_up is None for each in self.iterations.values())

    @property
    def due(self) -> list[Patch]:
        """Patches that the next iterations take up, the oldest first."""
        return [patch for patch in self.patches.values() if patch.due]

    @property
    def seed(self) -> Node:
        """The first node; only after the seed's dev run."""
        return self.dag[NodeId("n0")]

    def batch_results(self, batch: str) -> list[tuple[RolloutOrder, RolloutResult]] | None:
        """Orders and results in plan order, or None while any is missing."""
        if batch not in self.batches:
            return None
        rollouts = [self.rollouts[rollout] for rollout in self.batches[batch].rollouts]
        pairs = [(each.order, each.result) for each in rollouts if each.result is not None]
        return pairs if len(pairs) == len(rollouts) else None


def mean_score(results: Sequence[tuple[RolloutOrder, RolloutResult]]) -> float | None:
    """Mean of scored results, in [0,1], whatever their order; None when nothing is scored."""
    scores = [result.score for _, result in results if result.score is not None]
    return fmean(scores) if scores else None
