"""What the engine needs from the world. Every port has one contract suite under tests/contracts/.

Waiting rules that hold for all of them: every method has a deadline inside its adapter and may be
cancelled at any await; a cancelled call leaves nothing behind. Blocking work runs off the loop.
"""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol

from saddle_engine.commands import Command
from saddle_engine.events import AnyEvent, Record
from saddle_engine.harness.merge import Merged
from saddle_engine.types.base import Commit, Digest, Tree
from saddle_engine.types.boxes import BoxSpec, ExecResult, Image
from saddle_engine.types.calls import Call
from saddle_engine.types.model import ModelReply, Request, Usage
from saddle_engine.types.patch import Edit, Patched
from saddle_engine.types.price import Bound
from saddle_engine.types.rollout import RolloutOrder, RolloutResult, Split, Task, Verdict
from saddle_engine.types.taxonomy import PatchClass, SubType
from saddle_engine.types.wire import Exchange


class Heard(Protocol):
    """Told of a reply while it comes in."""

    def begun(self, usage: Usage) -> None:
        """What the request cost is known; its output is not."""
        ...

    def text(self, words: str) -> None:
        """All words so far, or their end."""
        ...


class Model(Protocol):
    """A language model behind the Messages API; one try at a time."""

    async def reply(self, request: Request, draw: int, heard: Heard | None = None) -> ModelReply:
        """One complete reply: status 200, or 400, 413, 422 when the request itself is at fault.

        Args:
            request: the body of POST /v1/messages.
            draw: 64-bit key of this call's randomness; real models ignore it, simulated ones
                answer the same for the same request and draw.
            heard: told of the reply as it comes.

        Raises:
            TryRefused: turned away, at no cost.
            TryUnknown: no whole reply came; what it cost is not known.
            ModelError: the model cannot be used at all.
        """
        ...


class Calls(Protocol):
    """Pays for calls: within the limits, each booked before it is sent, tried again as needed."""

    def bound(self, request: Request) -> Bound:
        """The most that a request can use and cost."""
        ...

    async def reply(self, call: Call, request: Request) -> ModelReply:
        """A reply that is paid for, with its cost; a call that is paid already costs nothing.

        Waits, as long as it takes, for a provider, for room in the limits, for an operator; where
        nobody could end a pause, the engine ends instead.

        Raises:
            OwnLimit: another try could pass a limit of the caller's own.
            ModelError: the model cannot be used at all.
        """
        ...


class Sandbox(Protocol):
    """An open box. Paths are absolute in the box, or relative to its working folder."""

    async def exec(
        self,
        command: str | Sequence[str],
        *,
        cwd: str | None = None,
        env: dict[str, str] | None = None,
        stdin: bytes = b"",
        timeout_s: float = 60.0,
        limit_bytes: int = 1_000_000,
    ) -> ExecResult:
        """Run a command (a string goes to `sh -c`) to its end.

        Each stream is cut at `limit_bytes`. After `timeout_s` everything the command started is
        killed, what it printed so far is kept, and `timed_out` is set. `env` is the whole
        environment besides PATH, HOME, LANG and TZ.

        Raises:
            SandboxError: the box is gone or does not answer. A failing command does not raise.
        """
        ...

    async def read(self, path: str, *, offset: int = 0, limit: int = 1_000_000) -> bytes:
        """Bytes of a plain file.

        Raises:
            FileNotFoundError: no such file, or not a plain file.
            PathRefused: the path leaves the box (a link to outside, `..`).
            SandboxError: the box is gone.
        """
        ...

    async def write(self, path: str, content: bytes, *, executable: bool = False) -> None:
        """Write a whole file, making its folders.

        Raises:
            PathRefused: the path leaves the box.
            SandboxError: the box is gone or full.
        """
        ...

    async def freeze(self) -> str:
        """Stop every process and keep the files; the token starts another box (`start_from`)."""
        ...

    def path(self, inside: str) -> str:
        """Where the box sees a path: itself, except in `none`, where boxes are host folders."""
        ...


class Sandboxes(Protocol):
    """Opens boxes of one kind of isolation."""

    @property
    def name(self) -> str:
        """`none` or `docker`; shown on every screen."""
        ...

    def open(self, spec: BoxSpec) -> AbstractAsyncContextManager[Sandbox]:
        """A running box, removed with everything in it on exit, also when cancelled.

        Raises:
            SandboxError: it did not start within its deadline, or the spec is not allowed.
        """
        ...

    async def build(
        self, context: Path, tag: str, timeout_s: float, *, network: bool = False
    ) -> str:
        """An image from a folder with a Dockerfile; returns its name. `none` returns `tag`.

        What the Dockerfile runs has a network only if the operator agreed to one.

        Raises:
            BenchmarkBroken: the build failed; the message ends with its last lines.
        """
        ...

    async def image(self, name: str) -> Image:
        """An image that is there; an empty name stands for the one of harness and check boxes.

        Raises:
            BenchmarkBroken: it is not; the message says how to get it.
            SandboxError: it could not be looked for.
        """
        ...

    async def reap(self) -> int:
        """Remove what dead engines of this run left; how many things were removed."""
        ...


class Benchmark(Protocol):
    """Tasks and their verifiers."""

    def tasks(self, split: Split) -> Sequence[Task]:
        """All tasks of a split, in a fixed order."""
        ...

    async def spec(self, task: Task, boxes: Sandboxes) -> BoxSpec:
        """The task box: image (built when needed), user, working folder; name left to the caller.

        Raises:
            BenchmarkBroken: the image cannot be had.
        """
        ...

    async def prepare(self, task: Task, box: Sandbox) -> None:
        """Put the task's files into a fresh task box.

        Raises:
            BenchmarkBroken: the task's files cannot be used.
        """
        ...

    async def verify(self, task: Task, spec: BoxSpec, box: Sandbox, boxes: Sandboxes) -> Verdict:
        """Score the work left in a task box, in a fresh verifier box that the agent never touched.

        Raises:
            BenchmarkBroken: no verdict, or one that is no number in [0,1].
        """
        ...


Answered = Callable[[Exchange], Awaitable[None]]
"""Called with each fresh exchange; returns once it is committed."""


class HarnessRunner(Protocol):
    """Runs a harness at a task, through the mediator."""

    async def run(
        self,
        order: RolloutOrder,
        recording: Sequence[Exchange],
        answered: Answered,
    ) -> RolloutResult:
        """One rollout from opening its boxes to the verdict.

        Args:
            order: the harness tree, the task, the attempt.
            recording: what an interrupted run of this very rollout has recorded; requests are
                answered from it while they agree, and live from where it ends.
            answered: receives only exchanges that are not in `recording`.

        Raises:
            RolloutBroken: infrastructure trouble, or the rollout differs from its own recording.
        """
        ...


class HarnessStore(Protocol):
    """The run's own repository: a harness is a tree, a node a commit."""

    async def import_seed(self, folder: Path) -> Patched:
        """The first commit, from a folder with a `harness.toml`.

        Raises:
            ConfigError: no manifest, a manifest that names nothing, or files that cannot be kept.
        """
        ...

    async def apply(
        self,
        parents: Sequence[Commit],
        base: Commit,
        edits: Sequence[Edit],
        subtype: SubType,
        allowed: PatchClass | None,
        message: str,
    ) -> Patched:
        """A new commit from `base` with the edits applied; its parents are `parents`.

        The same parents, edits and message give the same commit.

        Raises:
            PatchRefused: outside the surfaces, a symlink, mode change, `..`, binary, too big,
                layer or class not as declared by `subtype`, or a class that is not `allowed`.
        """
        ...

    async def diff(self, old: Commit, new: Commit) -> str:
        """Unified diff."""
        ...

    async def merge(self, ours: Commit, theirs: Commit) -> Merged:
        """Three-way merge; conflicting files keep the text of `ours` and are named."""
        ...

    async def export(self, version: Commit | Tree, folder: Path) -> None:
        """Write the plain files of a version into an empty or new folder."""
        ...


class Journal(Protocol):
    """The only truth about a run."""

    async def append(self, *events: AnyEvent) -> list[Record]:
        """Commit events, all or none; returns when they are on disk, in order.

        Raises:
            JournalError: they could not be committed (disk full, another writer).
        """
        ...

    def read(self, *, after: int = 0, subject: str | None = None) -> Sequence[Record]:
        """Committed records in order, of one subject or of all."""
        ...

    def show(self, subject: str, text: str) -> None:
        """Overwrite the live line of an open rollout or session; cheap, lossy, never an event."""
        ...

    def hide(self, subject: str) -> None:
        """Drop the live line."""
        ...


class Blobs(Protocol):
    """Texts of any size by their sha256."""

    def put(self, content: bytes) -> Digest:
        """Keep a blob; it is on disk no later than the next `Journal.append` returns."""
        ...

    def get(self, digest: Digest) -> bytes:
        """The blob.

        Raises:
            JournalError: it is not there, or its content has another digest.
        """
        ...


class Inbox(Protocol):
    """Commands of operators."""

    def pending(self) -> Sequence[Command]:
        """Commands not answered yet, oldest first."""
        ...

    def answer(self, command: str, accepted: bool, reason: str = "") -> None:
        """Say what became of a command; later calls for the same id change nothing."""
        ...


class Clock(Protocol):
    """Time, so that tests can own it."""

    def now(self) -> float:
        """Seconds since 1970, UTC. For display only: order comes from `seq`."""
        ...

    def monotonic(self) -> float:
        """Seconds that only grow, for durations and deadlines."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        ...
