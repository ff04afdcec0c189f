"""Everything that can happen in a run, in the past tense. The journal holds these and nothing else.

A record stays under 2 kB: texts of any size are blobs, named by digest. `subject` groups the records
of one rollout or session, so that they can be read together.
"""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, TypeAdapter

from saddle_engine.types.base import (
    Commit,
    Digest,
    HintId,
    LessonId,
    NodeId,
    PatchId,
    RolloutId,
    SessionId,
    TaskId,
    Tree,
    Value,
    made_of,
)
from saddle_engine.types.calls import CallId, ReplyOutcome, Role
from saddle_engine.types.model import Usage
from saddle_engine.types.patch import Evidence
from saddle_engine.types.rollout import Outcome, Purpose, RolloutResult, Split
from saddle_engine.types.steering import Buckets, Hold, PauseMode
from saddle_engine.types.taxonomy import Layer, PatchClass, Phase, SubType
from saddle_engine.types.wire import Door
from saddle_engine.types.words import Phrase, Sentence


class Event(Value):
    """The root of all events."""

    @property
    def subject(self) -> str:
        """The rollout or session whose recording this belongs to; empty for the run itself."""
        return ""


class RunStarted(Event):
    """First record of every journal."""

    kind: Literal["RunStarted"] = "RunStarted"
    run: str
    name: str
    version: str
    """Of saddle-tui."""
    seed: int
    policy: str
    simulated: bool
    """Any model of the run is simulated: so are all its numbers."""
    sandbox: str
    unsandboxed: bool = False
    config: Digest
    """The complete configuration as JSON."""
    harness: str
    commit: Commit
    tree: Tree
    tasks: dict[Split, int]
    """How many tasks each split has."""
    benchmark: Digest
    """Of all tasks of all splits."""
    phase: Phase
    limits: dict[str, float]
    """Hard limits by name: rollouts, usd, tokens, hours; absent means none."""
    test_cost: int
    """Rollouts set aside for the test."""
    families: Digest | None = None
    """JSON: the family of each task by its id; for tables only."""
    hold: Hold | None = None
    """Which patches wait for the operator at first; None in runs of an older version: see `config`."""
    shadow: int = 0
    """Rollouts that may be spent on vetoed patches."""
    forked_from: Phrase = ""
    """Run id and node that the harness was taken from, `RUN:n3`; empty for none."""


class EvaluatedHarness(Value):
    """A harness that is evaluated."""

    name: Phrase
    """What the operator calls it: `demo:n3`, or a folder's name."""
    commit: Commit
    tree: Tree


class EvaluationStarted(Event):
    """Second record of a run that only evaluates: no search, no nodes, one batch of rollouts."""

    kind: Literal["EvaluationStarted"] = "EvaluationStarted"
    split: Split
    repeats: int = Field(ge=1)
    """Attempts of each harness at each task."""
    harnesses: tuple[EvaluatedHarness, ...] = Field(min_length=1, max_length=2)
    """The evaluated one, then the one it is compared with; their trees differ."""
    model: str = Field(max_length=200)
    """Id of the model that the harnesses talk to."""
    families: Digest
    """JSON: the family of each task of the split by its id, in the order of the split."""


class EngineStarted(Event):
    """An engine took the run."""

    kind: Literal["EngineStarted"] = "EngineStarted"
    pid: int
    host: str
    private: str
    """The engine's private folder: sockets, boxes, staged trees."""


class EngineStopped(Event):
    """An engine left the run in good order."""

    kind: Literal["EngineStopped"] = "EngineStopped"
    reason: Sentence


class RunPaused(Event):
    """Nothing new is begun."""

    kind: Literal["RunPaused"] = "RunPaused"
    by: str
    """`operator`, `provider`, or the name of the limit that was reached."""
    reason: Sentence
    mode: PauseMode = PauseMode.DRAIN
    """Of an operator's pause; the others let no call begin either way."""


class RunResumed(Event):
    """Work goes on."""

    kind: Literal["RunResumed"] = "RunResumed"
    by: str


class LimitChanged(Event):
    """A hard limit has a new value."""

    kind: Literal["LimitChanged"] = "LimitChanged"
    name: str
    value: float
    by: str


class PhaseSwitched(Event):
    """From here on diagnosis may propose this class."""

    kind: Literal["PhaseSwitched"] = "PhaseSwitched"
    phase: Phase
    by: str
    """`policy` or `operator`."""
    reason: str


class CommandRefused(Event):
    """An operator's command that could not be carried out."""

    kind: Literal["CommandRefused"] = "CommandRefused"
    command: str
    verb: str
    reason: Sentence


class CommandAccepted(Event):
    """An operator's command that was carried out; what it did stands in the events beside it."""

    kind: Literal["CommandAccepted"] = "CommandAccepted"
    command: str
    verb: str
    actor: str
    about: Phrase = ""
    """What it was about: a patch, a node, a limit with its value."""
    reason: Sentence = ""
    """Why, in the operator's words; empty where none was given."""


class HoldChanged(Event):
    """From here on other patches wait for the operator."""

    kind: Literal["HoldChanged"] = "HoldChanged"
    hold: Hold
    by: str


class ParentPinned(Event):
    """The next iterations start from this node, whatever the evolution agent would choose."""

    kind: Literal["ParentPinned"] = "ParentPinned"
    node: NodeId | None
    """None lets the agent choose again."""
    by: str


class HintGiven(Event):
    """The operator tells the next diagnosis something."""

    kind: Literal["HintGiven"] = "HintGiven"
    hint: HintId
    text: Sentence
    by: str


class HintWithdrawn(Event):
    """The operator took it back before a diagnosis had read it."""

    kind: Literal["HintWithdrawn"] = "HintWithdrawn"
    hint: HintId
    by: str


class HintTaken(Event):
    """A diagnosis has it in its prompt; journalled before the session begins."""

    kind: Literal["HintTaken"] = "HintTaken"
    hint: HintId
    iteration: int


class RunForked(Event):
    """The operator started another run from a node of this one."""

    kind: Literal["RunForked"] = "RunForked"
    node: NodeId
    run: Phrase
    """Id of the new run."""
    by: str


class RunAborted(Event):
    """The operator gave the run up: it is never resumed and never tested."""

    kind: Literal["RunAborted"] = "RunAborted"
    by: str
    reason: Sentence


class SealAsked(Event):
    """The operator ends the search at the next safe point."""

    kind: Literal["SealAsked"] = "SealAsked"
    by: str


class RunSealed(Event):
    """The search is over and never reopens."""

    kind: Literal["RunSealed"] = "RunSealed"
    by: str
    """`policy` or `operator`."""
    reason: Sentence
    best: NodeId


class TestEvaluated(Event):
    """A node's test score over all repeats."""

    kind: Literal["TestEvaluated"] = "TestEvaluated"
    node: NodeId
    means: tuple[float, ...]
    """One mean a repeat, in [0,1]."""
    mean: float
    sd: float
    """Sample standard deviation of `means`; 0 for one repeat."""


class RunFinished(Event):
    """The run has come to its end."""

    kind: Literal["RunFinished"] = "RunFinished"


class HarnessesPacked(Event):
    """A run that is over holds all its harnesses itself; the last pack is the one that counts."""

    kind: Literal["HarnessesPacked"] = "HarnessesPacked"
    pack: Digest
    """A packfile of the harness repository."""


class RunFailed(Event):
    """Machinery broke and an engine gave up; the run can be resumed."""

    kind: Literal["RunFailed"] = "RunFailed"
    error: Sentence


class BatchPlanned(Event):
    """Rollouts that belong together were ordered; the limits have room for all of them."""

    kind: Literal["BatchPlanned"] = "BatchPlanned"
    batch: str
    """`seed_dev`, `test`, or purpose and iteration: `before:3`."""
    purpose: Purpose
    iteration: int = 0
    rollouts: int


class RolloutPlanned(Event):
    """One rollout of a batch; journalled together with its batch."""

    kind: Literal["RolloutPlanned"] = "RolloutPlanned"
    batch: str
    rollout: RolloutId
    tree: Tree
    task: TaskId
    split: Split
    attempt: int = Field(ge=1)


class RolloutStarted(Event):
    """Its boxes are being opened."""

    kind: Literal["RolloutStarted"] = "RolloutStarted"
    rollout: RolloutId
    tries: int
    """1, or more after broken infrastructure."""

    @property
    def subject(self) -> str:
        return self.rollout


class RequestAnswered(Event):
    """One exchange between a harness and the mediator; model calls end a step of the trace."""

    kind: Literal["RequestAnswered"] = "RequestAnswered"
    rollout: RolloutId
    tries: int
    index: int
    door: Door
    lane: str = ""
    key: str
    step: int
    request: Digest
    status: int
    reply: Digest
    seconds: float
    usage: Usage = Usage()
    cost: int = 0
    """Nano-dollars."""
    call: CallId = CallId("")

    @property
    def subject(self) -> str:
        return self.rollout


class CancelAsked(Event):
    """The operator gives a rollout up; it ends `cancelled`, without a score."""

    kind: Literal["CancelAsked"] = "CancelAsked"
    rollout: RolloutId
    by: str
    reason: Sentence = ""


class RequeueAsked(Event):
    """The operator wants a rollout that has no score to be run anew."""

    kind: Literal["RequeueAsked"] = "RequeueAsked"
    rollout: RolloutId
    by: str
    reason: Sentence = ""


class RolloutRequeued(Event):
    """The tries so far are void; the rollout waits again."""

    kind: Literal["RolloutRequeued"] = "RolloutRequeued"
    rollout: RolloutId

    @property
    def subject(self) -> str:
        return self.rollout


class RolloutBroke(Event):
    """Infrastructure spoilt a try; its recording is void and the rollout is run again."""

    kind: Literal["RolloutBroke"] = "RolloutBroke"
    rollout: RolloutId
    tries: int
    reason: Sentence

    @property
    def subject(self) -> str:
        return self.rollout


class RolloutFinished(Event):
    """A rollout has its outcome."""

    kind: Literal["RolloutFinished"] = "RolloutFinished"
    rollout: RolloutId
    outcome: Outcome
    score: float | None = Field(ge=0, le=1)
    reason: Sentence = ""
    steps: int
    seconds: float
    tokens: int
    cost: int = 0
    """Nano-dollars of its model calls."""
    detail: Digest | None = None
    """Verifier output and the harness's stderr."""

    @property
    def subject(self) -> str:
        return self.rollout

    def result(self) -> RolloutResult:
        """The same as a value, without the detail."""
        return made_of(
            RolloutResult,
            {
                "outcome": self.outcome, "score": self.score, "reason": self.reason,
                "steps": self.steps, "seconds": self.seconds, "tokens": self.tokens,
                "cost": self.cost, "detail": "",
            },
        )  # fmt: skip


class _Try(Event):
    """One try of a call: reserved before it is sent, and then exactly one of the three others."""

    call: CallId
    tries: int
    """Counted from 1 over the whole run: every request that was sent has its own."""
    role: Role
    owner: str
    """The rollout or session that asks."""

    @property
    def subject(self) -> str:
        return self.owner


class CallReserved(_Try):
    """The worst case of a try is set aside; only then is it sent."""

    kind: Literal["CallReserved"] = "CallReserved"
    model: str = Field(max_length=200)
    key: str
    """Digest of the request: a settled reply is served only to the same one."""
    tokens: int
    cost: int
    """Nano-dollars."""


class CallSettled(_Try):
    """A whole reply came, and what it cost is known."""

    kind: Literal["CallSettled"] = "CallSettled"
    key: str
    status: int
    outcome: ReplyOutcome
    usage: Usage
    cost: int
    """Nano-dollars."""
    reply: Digest


class CallRefused(_Try):
    """The provider turned a try away; it cost nothing."""

    kind: Literal["CallRefused"] = "CallRefused"
    why: str = Field(max_length=40)
    """`rate_limited`, `overloaded`, ...: see `TryRefused`."""
    reason: Phrase


class CallUnknown(_Try):
    """A try came to nothing, and what it cost is not known: the worst of it counts as spent."""

    kind: Literal["CallUnknown"] = "CallUnknown"
    why: str = Field(max_length=40)
    """`read_timeout`, `cut_stream`, ...: see `TryUnknown`; `given_up` when nobody waited for it."""
    reason: Phrase
    tokens: int
    cost: int
    """Nano-dollars."""


class SessionStarted(Event):
    """An agent begins to work."""

    kind: Literal["SessionStarted"] = "SessionStarted"
    session: SessionId
    agent: Literal["evolution", "diagnosis", "reflection"]
    iteration: int
    tries: int = 1
    prompt: Digest
    """Of the agent's system prompt."""

    @property
    def subject(self) -> str:
        return self.session


class ModelReplied(Event):
    """One model call of an agent."""

    kind: Literal["ModelReplied"] = "ModelReplied"
    session: SessionId
    tries: int
    index: int
    key: str
    """Digest of the request's meaning; a resumed session is answered from here while keys agree."""
    request: Digest
    reply: Digest
    usage: Usage = Usage()
    cost: int = 0
    """Nano-dollars."""
    call: CallId = CallId("")
    outcome: ReplyOutcome = ReplyOutcome.COMPLETE

    @property
    def subject(self) -> str:
        return self.session


class ToolCalled(Event):
    """An agent used a tool."""

    kind: Literal["ToolCalled"] = "ToolCalled"
    session: SessionId
    tries: int
    index: int
    """Counted over the session's tool calls."""
    tool: str
    arguments: Digest
    summary: str = Field(max_length=200)
    """The arguments in short; hostile text."""
    result: Digest
    refused: bool = False

    @property
    def subject(self) -> str:
        return self.session


class FileRead(Event):
    """An agent read a file of a harness, or a trace."""

    kind: Literal["FileRead"] = "FileRead"
    session: SessionId
    tries: int
    path: str = Field(max_length=300)
    first_line: int = 1
    last_line: int = 0

    @property
    def subject(self) -> str:
        return self.session


class SessionFinished(Event):
    """An agent is done."""

    kind: Literal["SessionFinished"] = "SessionFinished"
    session: SessionId
    outcome: Literal["answered", "no_answer"]
    """`no_answer`: nothing usable even after the repair exchange."""
    reason: Sentence = ""
    """Why there is no answer."""

    @property
    def subject(self) -> str:
        return self.session


class IterationStarted(Event):
    """A mini-batch was drawn."""

    kind: Literal["IterationStarted"] = "IterationStarted"
    iteration: int
    """Counted from 1."""
    epoch: int
    """Counted from 0."""
    tasks: tuple[TaskId, ...]
    takes_up: PatchId | None = None
    """A patch that was set aside and then approved: it is checked now, on its own mini-batch."""


class ParentChosen(Event):
    """What this iteration starts from; two parents mean a composed, unscored commit."""

    kind: Literal["ParentChosen"] = "ParentChosen"
    iteration: int
    parents: tuple[NodeId, ...]
    """The main parent first."""
    commit: Commit
    tree: Tree
    rationale: Digest
    conflicts: int = 0
    """Files that kept the main parent's text because the merge conflicted."""


class DiagnosisMade(Event):
    """A diagnosis session named its causes."""

    kind: Literal["DiagnosisMade"] = "DiagnosisMade"
    iteration: int
    session: SessionId
    causes: tuple[Phrase, ...]
    rejected: tuple[Phrase, ...]
    evidence: tuple[Evidence, ...]


class PatchProposed(Event):
    """A diagnosis returned a patch."""

    kind: Literal["PatchProposed"] = "PatchProposed"
    patch: PatchId
    iteration: int
    session: SessionId
    parents: tuple[NodeId, ...]
    title: str
    layer: Layer
    subtype: SubType
    patch_class: PatchClass
    proposal: Digest
    """The whole `Proposal` as JSON."""
    commit: Commit | None = None
    """None when the patch was refused."""
    tree: Tree | None = None
    diff: Digest | None = None
    edit_of: PatchId | None = None
    """The patch that the operator edited; it is superseded by this one."""
    by: str = ""
    """The operator who wrote it; empty for the diagnosis agent."""


class PatchRefused(Event):
    """A patch that did not become a commit; no rollout was spent on it."""

    kind: Literal["PatchRefused"] = "PatchRefused"
    patch: PatchId
    reason: Sentence


class ApprovalAsked(Event):
    """The patch waits for the operator."""

    kind: Literal["ApprovalAsked"] = "ApprovalAsked"
    patch: PatchId


class PatchApproved(Event):
    """The operator let it go on."""

    kind: Literal["PatchApproved"] = "PatchApproved"
    patch: PatchId
    by: str


class PatchVetoed(Event):
    """The operator stopped it before the mini-batch check."""

    kind: Literal["PatchVetoed"] = "PatchVetoed"
    patch: PatchId
    by: str
    reason: Sentence


class PatchDeferred(Event):
    """A held patch is set aside: the search goes on, and the patch still waits for the operator."""

    kind: Literal["PatchDeferred"] = "PatchDeferred"
    patch: PatchId
    by: str


class PatchReturned(Event):
    """A veto, or an approval that had not begun to act, was taken back: the patch is held again."""

    kind: Literal["PatchReturned"] = "PatchReturned"
    patch: PatchId
    by: str


class PatchCommented(Event):
    """The operator's remark on a patch; changes nothing."""

    kind: Literal["PatchCommented"] = "PatchCommented"
    patch: PatchId
    text: Sentence
    by: str


class EditAsked(Event):
    """The operator's version of a held patch is to be checked; `PatchProposed` or `EditRefused` follows."""

    kind: Literal["EditAsked"] = "EditAsked"
    patch: PatchId
    edits: Digest
    """JSON: a list of `Edit`, against the same parent."""
    by: str


class EditRefused(Event):
    """The operator's version would not do; the patch is held as it was."""

    kind: Literal["EditRefused"] = "EditRefused"
    patch: PatchId
    reason: Sentence


class ShadowChecked(Event):
    """A vetoed patch ran its mini-batch all the same, to see what the veto was worth."""

    kind: Literal["ShadowChecked"] = "ShadowChecked"
    patch: PatchId
    before: float
    """Mean score of the parent, in [0,1]."""
    after: float
    buckets: Buckets


class MiniBatchChecked(Event):
    """Parent and patched harness ran the same mini-batch."""

    kind: Literal["MiniBatchChecked"] = "MiniBatchChecked"
    patch: PatchId
    iteration: int
    before: float | None
    """Mean score of the parent, in [0,1], over tasks that have a score on both sides; None for none."""
    after: float | None
    verdict: Literal["better", "not_better"]
    buckets: Buckets


class DevGateProgressed(Event):
    """The patch goes to the dev gate."""

    kind: Literal["DevGateProgressed"] = "DevGateProgressed"
    patch: PatchId


DevVerdict = Literal["admitted", "undecided"]


class DevGateChecked(Event):
    """The dev gate has a verdict."""

    kind: Literal["DevGateChecked"] = "DevGateChecked"
    patch: PatchId
    dev: float | None
    """Mean over the rollouts that have a score; None when none has, and then it is undecided."""
    verdict: DevVerdict


class NodeAdmitted(Event):
    """The seed or a patch became a node of the EvoDAG."""

    kind: Literal["NodeAdmitted"] = "NodeAdmitted"
    node: NodeId
    patch: PatchId | None
    parents: tuple[NodeId, ...]
    commit: Commit
    tree: Tree
    dev: float


class Reflected(Event):
    """A reflection session judged the paired results."""

    kind: Literal["Reflected"] = "Reflected"
    iteration: int
    patch: PatchId
    session: SessionId
    judgement: Digest
    """Per task: cause, real or chance, generalisation note; JSON."""


class LessonLearned(Event):
    """One lesson of a reflection."""

    kind: Literal["LessonLearned"] = "LessonLearned"
    lesson: LessonId
    iteration: int
    patch: PatchId
    verdict: Literal["good", "bad", "ineffective"]
    text: Sentence
    evidence: tuple[RolloutId, ...]
    source: Literal["reflection", "hint", "edit"] = "reflection"
    """Whose lesson it is: the reflection agent's, or an operator's hint or edit and what came of it."""
    worth: float | None = None
    """Measured for hints and edits: mean mini-batch score after less before, in [-1,1]."""


IterationOutcome = Literal[
    "admitted", "declined", "refused", "vetoed", "deferred", "nothing_to_learn", "no_proposal"
]


class IterationFinished(Event):
    """An iteration came to its end."""

    kind: Literal["IterationFinished"] = "IterationFinished"
    iteration: int
    outcome: IterationOutcome


AnyEvent = Annotated[
    RunStarted
    | EvaluationStarted
    | EngineStarted
    | EngineStopped
    | RunPaused
    | RunResumed
    | LimitChanged
    | PhaseSwitched
    | CommandRefused
    | CommandAccepted
    | HoldChanged
    | ParentPinned
    | HintGiven
    | HintWithdrawn
    | HintTaken
    | RunForked
    | RunAborted
    | SealAsked
    | RunSealed
    | TestEvaluated
    | RunFinished
    | HarnessesPacked
    | RunFailed
    | BatchPlanned
    | RolloutPlanned
    | RolloutStarted
    | RequestAnswered
    | CancelAsked
    | RequeueAsked
    | RolloutRequeued
    | RolloutBroke
    | RolloutFinished
    | CallReserved
    | CallSettled
    | CallRefused
    | CallUnknown
    | SessionStarted
    | ModelReplied
    | ToolCalled
    | FileRead
    | SessionFinished
    | IterationStarted
    | ParentChosen
    | DiagnosisMade
    | PatchProposed
    | PatchRefused
    | ApprovalAsked
    | PatchApproved
    | PatchVetoed
    | PatchDeferred
    | PatchReturned
    | PatchCommented
    | EditAsked
    | EditRefused
    | ShadowChecked
    | MiniBatchChecked
    | DevGateProgressed
    | DevGateChecked
    | NodeAdmitted
    | Reflected
    | LessonLearned
    | IterationFinished,
    Field(discriminator="kind"),
]

WORK: frozenset[type[Event]] = frozenset(
    {
        RequestAnswered, CallReserved, CallSettled, ModelReplied, ToolCalled, FileRead, RolloutPlanned,
        RolloutStarted, SessionStarted, SessionFinished, BatchPlanned,
    }
)  # fmt: skip
"""By far the most records: folds that have nothing to say about them look no further."""

EVENT: TypeAdapter[AnyEvent] = TypeAdapter(AnyEvent, config=ConfigDict(defer_build=True))
"""Reads any event from JSON by its `kind`."""


class Record(Value):
    """An event in its place: `seq` counts from 1 without gaps, `at` is seconds since 1970 (UTC)."""

    seq: int = Field(ge=1)
    at: float
    event: AnyEvent
