"""A mediator for tests: one task, a scripted model, real folders as boxes, a client at the door."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp

from saddle_engine.adapters.clock import SystemClock
from saddle_engine.adapters.mediator.door import open_door
from saddle_engine.adapters.mediator.elapsed import Elapsed
from saddle_engine.adapters.mediator.environment import Environment
from saddle_engine.adapters.mediator.live import Live
from saddle_engine.adapters.mediator.messages import Allowed
from saddle_engine.adapters.mediator.session import Session
from saddle_engine.adapters.mediator.tape import Tape
from saddle_engine.adapters.none import HostFolders
from saddle_engine.errors import BenchmarkBroken, BoxSpent, TryUnknown
from saddle_engine.ports import Sandbox, Sandboxes
from saddle_engine.testing import FreeCalls
from saddle_engine.types.base import Digest, RolloutId, TaskId, Tree
from saddle_engine.types.boxes import BoxKind, BoxSpec
from saddle_engine.types.model import ModelReply, Request, Usage
from saddle_engine.types.rollout import RolloutLimits, RolloutOrder, Split, Task, Verdict
from saddle_engine.types.wire import Exchange

MODEL = "test-model"
ORDER = RolloutOrder(
    rollout=RolloutId("r1"), tree=Tree("f" * 40), task=TaskId("t"), split=Split.TRAIN, attempt=1
)


def task(**limits: Any) -> Task:
    return Task(
        id=ORDER.task,
        split=ORDER.split,
        instruction="write 42 into answer.txt",
        limits=RolloutLimits(**limits),
        digest=Digest("0" * 64),
    )


class AnswerFile:
    """A benchmark of one task: `answer.txt` must hold 42."""

    def __init__(self, broken: str = "") -> None:
        self.broken = broken
        self.spent = ""
        self.prepared = 0
        self.verified = 0

    def tasks(self, split: Split) -> Sequence[Task]:
        return [task()]

    async def spec(self, task: Task, boxes: Sandboxes) -> BoxSpec:
        return BoxSpec(kind=BoxKind.TASK, name="unnamed")

    async def prepare(self, task: Task, box: Sandbox) -> None:
        self.prepared += 1
        if self.spent:
            raise BoxSpent(self.spent)
        await box.write("question.txt", b"6 * 7\n")

    async def verify(self, task: Task, spec: BoxSpec, box: Sandbox, boxes: Sandboxes) -> Verdict:
        self.verified += 1
        if self.broken:
            raise BenchmarkBroken(self.broken)
        try:
            answer = await box.read("answer.txt")
        except FileNotFoundError:
            return Verdict(score=0, detail="no answer")
        return Verdict(score=float(answer.strip() == b"42"), detail="looked")


class Scripted:
    """A model that says which draw it got, and can be held, refuse, or break."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.draws: list[int] = []
        self.go = asyncio.Event()
        self.go.set()
        self.status = 200
        self.broken = ""

    async def reply(self, request: Request, draw: int, heard: object = None) -> ModelReply:
        self.requests.append(request)
        self.draws.append(draw)
        await self.go.wait()
        if self.broken:
            raise TryUnknown("broken", self.broken)
        body = message(f"draw {draw}") if self.status == 200 else refusal("prompt is too long")
        return ModelReply(
            status=self.status, body=body, usage=Usage(input_tokens=7, output_tokens=3)
        )


def message(text: str) -> dict[str, Any]:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": MODEL,
        "content": [
            {"type": "thinking", "thinking": "hm", "signature": "c2ln"},
            {"type": "text", "text": text},
            {"type": "tool_use", "id": "tu_1", "name": "run", "input": {"a": [1, {"b": "ü"}]}},
        ],
        "stop_reason": "tool_use",
        "stop_sequence": None,
        "usage": {"input_tokens": 7, "output_tokens": 3},
    }


def refusal(text: str) -> dict[str, Any]:
    return {"type": "error", "error": {"type": "invalid_request_error", "message": text}}


def body(content: str = "hi", **fields: Any) -> dict[str, Any]:
    turn = {"role": "user", "content": content}
    return {"model": MODEL, "max_tokens": 99, "messages": [turn], **fields}


@dataclass
class Rig:
    """What a test can touch."""

    session: Session
    http: aiohttp.ClientSession
    socket: Path
    model: Scripted
    benchmark: AnswerFile
    recorded: list[Exchange] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    committing: asyncio.Event = field(default_factory=asyncio.Event)

    async def answered(self, exchange: Exchange) -> None:
        await self.committing.wait()
        self.recorded.append(exchange)

    async def post(self, route: str, content: Any, lane: str = "") -> tuple[int, Any]:
        headers = {"x-saddle-lane": lane} if lane else {}
        async with self.http.post(
            f"http://saddle/v1/{route}", json=content, headers=headers
        ) as got:
            return got.status, await got.json()

    async def send(self, route: str, content: bytes) -> tuple[int, Any]:
        async with self.http.post(f"http://saddle/v1/{route}", data=content) as got:
            return got.status, await got.json()


@asynccontextmanager
async def opened(
    recording: Sequence[Exchange] = (), *, model: Scripted | None = None, **limits: Any
) -> AsyncIterator[Rig]:
    """A session with an open door, and everything behind it."""
    clock, this = SystemClock(), task(**limits)
    elapsed = Elapsed(clock.monotonic)
    model, benchmark = model or Scripted(), AnswerFile()
    with tempfile.TemporaryDirectory() as folder:
        async with asyncio.TaskGroup() as group:
            environment = Environment(
                boxes=HostFolders(Path(folder) / "boxes"),
                benchmark=benchmark,
                task=this,
                spec=BoxSpec(kind=BoxKind.TASK, name="t-1"),
                recording=recording,
                elapsed=elapsed,
                clock=clock,
            )
            live = Live(
                order=ORDER,
                task=this,
                workdir="/app",
                calls=FreeCalls(model),
                model_id=MODEL,
                run_seed=5,
                environment=environment,
                elapsed=elapsed,
            )
            shown: list[str] = []
            recorder: list[Rig] = []
            session = Session(
                limits=this.limits,
                recording=recording,
                tape=Tape(recording, lambda exchange: recorder[0].answered(exchange), elapsed),
                live=live,
                elapsed=elapsed,
                group=group,
                show=shown.append,
            )
            serving = group.create_task(environment.serve())
            socket = Path(folder) / "saddle.sock"
            async with (
                open_door(session, socket, Allowed(MODEL), seconds=60),
                aiohttp.ClientSession(connector=aiohttp.UnixConnector(str(socket))) as http,
            ):
                rig = Rig(session, http, socket, model, benchmark, shown=shown)
                rig.committing.set()
                recorder.append(rig)
                yield rig
            serving.cancel()


async def until(condition: Any, seconds: float = 10.0) -> None:
    """Wait for something that another task brings about."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - what is waited for has no event of its own
            await asyncio.sleep(0.002)
