"""Everything that can happen in a run, in the past tense. The journal holds these and nothing else.

A record stays under 2 kB: texts of any size are blobs, named by digest. `subject` groups the records
of one rollout or session, so that they can be read together.
"""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from saddle_engine.types.base import (
    Commit,
    Digest,
    LessonId,
    NodeId,
    PatchId,
    RolloutId,
    SessionId,
    TaskId,
    Tree,
    Value,
)
from saddle_engine.types.calls import CallId, ReplyOutcome, Role
from saddle_engine.types.model import Usage
from saddle_engine.types.patch import Evidence
from saddle_engine.types.rollout import Outcome, Purpose, RolloutResult, Split
from saddle_engine.types.steering import Buckets
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


class SealAsked(Event):
    """The operator ends the search at the next safe point."""

    kind: Literal["SealAsked"] = "SealAsked"
    by: str


class RunSealed(Event):
    """The search is over and never reopens."""

    kind: Literal["RunSealed"] = "RunSealed"
    by: str
    """`policy` or `operator`."""
    reason: str
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
    attempt: int


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
    score: float | None
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
        return RolloutResult(**self.model_dump(exclude={"kind", "rollout", "detail"}))


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


class MiniBatchChecked(Event):
    """Parent and patched harness ran the same mini-batch."""

    kind: Literal["MiniBatchChecked"] = "MiniBatchChecked"
    patch: PatchId
    iteration: int
    before: float
    """Mean score of the parent, in [0,1]."""
    after: float
    verdict: Literal["better", "not_better"]
    buckets: Buckets


class DevGateProgressed(Event):
    """The patch goes to the dev gate."""

    kind: Literal["DevGateProgressed"] = "DevGateProgressed"
    patch: PatchId


class DevGateChecked(Event):
    """The dev gate has a verdict."""

    kind: Literal["DevGateChecked"] = "DevGateChecked"
    patch: PatchId
    dev: float
    verdict: Literal["admitted"]


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


IterationOutcome = Literal[
    "admitted", "declined", "refused", "vetoed", "nothing_to_learn", "no_proposal"
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
    | SealAsked
    | RunSealed
    | TestEvaluated
    | RunFinished
    | RunFailed
    | BatchPlanned
    | RolloutPlanned
    | RolloutStarted
    | RequestAnswered
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
    | MiniBatchChecked
    | DevGateProgressed
    | DevGateChecked
    | NodeAdmitted
    | Reflected
    | LessonLearned
    | IterationFinished,
    Field(discriminator="kind"),
]

EVENT: TypeAdapter[AnyEvent] = TypeAdapter(AnyEvent)
"""Reads any event from JSON by its `kind`."""


class Record(Value):
    """An event in its place: `seq` counts from 1 without gaps, `at` is seconds since 1970 (UTC)."""

    seq: int = Field(ge=1)
    at: float
    event: AnyEvent
