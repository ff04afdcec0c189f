"""One rollout or session over booked calls, the real client and a server that fails, and what came of it."""

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, get_args

from saddle_engine import events as ev
from saddle_engine.adapters.anthropic import AnthropicModel
from saddle_engine.adapters.clock import SystemClock
from saddle_engine.adapters.none import HostFolders
from saddle_engine.adapters.runner import BoxRunner
from saddle_engine.agents.briefs import ReflectionBrief
from saddle_engine.agents.desk import Desk
from saddle_engine.agents.diagnosis import diagnose
from saddle_engine.agents.reflection import reflect
from saddle_engine.stages.admitting import Gate
from saddle_engine.stages.book import Book
from saddle_engine.stages.calls import BookedCalls
from saddle_engine.stages.halting import Halts, LimitStop
from saddle_engine.stages.limiter import Limiter
from saddle_engine.stages.rollouts import Rollouts
from saddle_engine.state import RunState
from saddle_engine.testing import MemoryJournal
from saddle_engine.types.base import SessionId, Tree
from saddle_engine.types.patch import Proposal
from saddle_engine.types.rollout import Outcome, Purpose
from saddle_tui.prices import shipped_prices
from tests.engine.desks import PROPOSAL, brief, stage_harness, trace
from tests.engine.mediator_rig import ORDER, AnswerFile, task
from tests.engine.runner_rig import MANIFEST, PIPE
from tests.engine.test_agents import PAIRS, REFLECTION
from tests.loopback.brain import Reply, call
from tests.loopback.modes import Faults
from tests.loopback.server import KEY, Loopback

Role = Literal["task", "diagnosis", "reflection"]
ROLES: tuple[Role, ...] = get_args(Role)
NAME = "claude-sonnet-4-6"

HARNESS = f"""
from saddle_pipe import Pipe, PipeError
pipe = Pipe()
tool = {{"name": "sh", "description": "Runs it.", "input_schema": {{"type": "object"}}}}
said = [{{"role": "user", "content": "write 42 into answer.txt"}}]
for step in range(8):
    body = {{"model": "{NAME}", "max_tokens": 300, "tools": [tool], "messages": said}}
    reply = pipe.messages(body)
    calls = [each for each in reply["content"] if each["type"] == "tool_use"]
    if reply["stop_reason"] != "tool_use" or not all(
        each["name"] == "sh" and isinstance(each["input"], dict) for each in calls
    ):
        continue
    said.append({{"role": "assistant", "content": reply["content"]}})
    results = []
    for each in calls:
        if each["input"]["command"] == "finish":
            pipe.finish()
            raise SystemExit
        done = pipe.exec(each["input"]["command"])
        result = {{"type": "tool_result", "tool_use_id": each["id"], "content": done["stdout"] or "ok"}}
        results.append(result)
    said.append({{"role": "user", "content": results}})
"""

SCRIPTS: dict[Role, list[Reply]] = {
    "task": [
        call("sh", {"command": "true"}, said="I look around before I begin with it."),
        call("sh", {"command": "printf 42 > answer.txt"}, said="Now I write what is asked for."),
        call("sh", {"command": "finish"}),
    ],
    "diagnosis": [
        call("list_traces", {}, said="I look at what there is, and then at each."),
        call("read_trace", {"rollout": "r1"}, said="This one failed, so I read it."),
        call("propose_patch", PROPOSAL),
    ],
    "reflection": [
        call("list_traces", {}, said="I look at what there is, and then at each."),
        call("show_diff", {}, said="What has the patch changed, and where?"),
        call("record_reflection", REFLECTION),
    ],
}


@dataclass
class ByTurn:
    """The port `Brain`: the n-th turn of a conversation gets the n-th reply, however often it is asked."""

    script: list[Reply]

    async def reply(self, request: dict[str, Any], number: int) -> Reply:
        turn: int = sum(message["role"] == "assistant" for message in request["messages"])
        said = self.script[min(turn, len(self.script) - 1)]
        known = {"id": f"toolu_{turn}"}  # no two calls of a conversation have the same
        content = [each | known if each["type"] == "tool_use" else each for each in said.content]
        return replace(said, content=content)


class QuickClock(SystemClock):
    """Nobody waits for real, but time has passed all the same."""

    def __init__(self) -> None:
        self._ahead = 0.0

    def monotonic(self) -> float:
        return super().monotonic() + self._ahead

    async def sleep(self, seconds: float) -> None:
        self._ahead += seconds
        await asyncio.sleep(0)


@dataclass
class Case:
    """What can be asked after it."""

    role: Role
    loopback: Loopback
    journal: MemoryJournal
    state: RunState
    calls: BookedCalls
    runner: BoxRunner
    folder: Path
    ended: str = ""
    """`passed`, `failed`, ... of a rollout; `answered` or a reason's first word of a session; `paused`."""
    pauses: int = 0
    live: dict[str, list[str]] = field(default_factory=dict)

    def events(self) -> list[ev.AnyEvent]:
        return [record.event for record in self.journal.read()]


@asynccontextmanager
async def case(
    role: Role,
    faults: Faults,
    *,
    timeout_s: float = 20.0,
    waits: bool = True,
    key: str = KEY,
    limits: dict[str, float] | None = None,
    **of_rollout: Any,
) -> AsyncIterator[Case]:
    """Everything that a role needs, before a server; `run` runs it."""
    loopback = Loopback(ByTurn(SCRIPTS[role]), faults=faults, key=key)
    clock, journal = QuickClock(), MemoryJournal()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with loopback.serve() as url, Book(journal, RunState()) as book:
            for limit, value in (limits or {}).items():
                await book.append(ev.LimitChanged(name=limit, value=value, by="operator"))
            model = AnthropicModel(key=key, base_url=url, effort=None, timeout_s=timeout_s)
            calls = BookedCalls(
                book=book,
                blobs=journal,
                gate=Gate(book, Halts(book, waits=waits), Limiter(clock, book)),
                model=model,
                model_id=NAME,
                price=shipped_prices().prices[NAME],
                clock=clock,
            )
            runner = _runner(calls, folder, book.show, of_rollout)
            yield Case(role, loopback, journal, book.state, calls, runner, folder)
            await loopback.settled()
            await model.close()


def _runner(
    calls: BookedCalls, folder: Path, show: Callable[[str, str], None], limits: dict[str, Any]
) -> BoxRunner:
    tree = folder / "tree"
    tree.mkdir()
    (tree / "harness.toml").write_text(MANIFEST)
    (tree / "main.py").write_text(HARNESS)
    shutil.copy(PIPE, tree)

    async def stage(_: Tree) -> Path:
        return tree

    return BoxRunner(
        boxes=HostFolders(folder / "boxes"),
        benchmark=AnswerFile(),
        calls=calls,
        model_id=NAME,
        tasks={ORDER.task: task(**limits)},
        stage=stage,
        sockets=folder / "s",
        run_seed=5,
        clock=SystemClock(),
        show=show,
    )


async def run(this: Case) -> None:
    """Run the role to its end, and resume the run whenever the provider has paused it."""
    book = this.calls.book

    async def resuming() -> None:
        while True:
            await book.until(lambda state: state.paused is not None)
            this.pauses += 1
            await book.append(ev.RunResumed(by="operator"))

    async with asyncio.TaskGroup() as group:
        operator = group.create_task(resuming())
        this.ended = await _ended(this)
        operator.cancel()


async def run_headless(this: Case) -> None:
    """Run the role to its end, or to the first pause."""
    try:
        this.ended = await _ended(this)
    except LimitStop:
        this.ended = "paused"
    except ExceptionGroup as group:
        if not group.subgroup(LimitStop):
            raise
        this.ended = "paused"


async def _ended(this: Case) -> str:
    match this.role:
        case "task":
            rollouts = Rollouts(this.calls.book, this.journal, this.runner, 1)
            ((_, result),) = await rollouts.run(
                "dev", Purpose.DEV, [(ORDER.tree, this.runner.tasks[ORDER.task])]
            )
            return f"{result.outcome}" + f" {result.reason}" * (
                result.outcome is not Outcome.PASSED
            )
        case "diagnosis":
            stage_harness(this.folder)
            told = brief(None, trace("r1"), trace("r2", "count-2", Outcome.PASSED))
            await diagnose(_desk(this, "d1"), told)
        case "reflection":
            proposal = Proposal.model_validate(PROPOSAL)
            await reflect(
                _desk(this, "f1"), ReflectionBrief(proposal, "+b\n", PAIRS, 0.5, 0.75, None)
            )
    finished = next(each for each in this.events() if isinstance(each, ev.SessionFinished))
    return "answered" if finished.outcome == "answered" else finished.reason.split(":")[0]


def _desk(this: Case, session: str) -> Desk:
    return Desk(
        calls=this.calls,
        model_id=NAME,
        journal=this.calls.book,
        blobs=this.journal,
        session=SessionId(session),
        iteration=1,
        tries=1,
        run_seed=7,
        recorded=(),
        folder=this.folder,
    )
