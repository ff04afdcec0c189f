"""A desk, a failing trace and a small harness for tests of our agents."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from saddle_engine.agents.briefs import CheckReport, DiagnosisBrief, TraceOf
from saddle_engine.agents.desk import Desk
from saddle_engine.events import Record
from saddle_engine.ports import Model
from saddle_engine.testing import FreeCalls, MemoryJournal
from saddle_engine.types.base import Commit, RolloutId, SessionId, TaskId, Tree
from saddle_engine.types.patch import Edit, Patched
from saddle_engine.types.rollout import Outcome
from saddle_engine.types.taxonomy import Phase, SubType
from saddle_engine.types.wire import Door, Exchange

PATCHED = Patched(commit=Commit("c" * 40), tree=Tree("d" * 40), diff="--- a\n+++ b\n")
PROPOSAL: dict[str, Any] = {
    "title": "Show stderr",
    "layer": "tool",
    "subtype": "implementation_fix",
    "patch_class": "capability",
    "causes": ["the tool drops stderr"],
    "rejected": ["chance: both attempts failed alike"],
    "evidence": [{"rollout": "r1", "first_step": 1, "last_step": 2, "note": "no stderr"}],
    "edits": [{"op": "replace", "path": "tools/read.py", "old": "a", "new": "b"}],
    "expected_flips": ["count-1"],
    "risk": "longer results",
}


def desk(
    model: Model,
    folder: Path,
    journal: MemoryJournal,
    recorded: Sequence[Record] = (),
    session: str = "d1",
    tries: int = 1,
) -> Desk:
    return Desk(
        calls=FreeCalls(model),
        model_id="scripted",
        journal=journal,
        blobs=journal,
        session=SessionId(session),
        iteration=3,
        tries=tries,
        run_seed=7,
        recorded=recorded,
        folder=folder,
    )


def stage_harness(folder: Path) -> Path:
    root = folder / "harness"
    (root / "tools").mkdir(parents=True)
    (root / "harness.toml").write_text('name = "small"\n')
    (root / "tools" / "read.py").write_text("import os\n\n\ndef read(path):\n    return os.stat\n")
    return root


def exchange(
    index: int, door: Door, step: int, request: Any, reply: Any, status: int = 200
) -> Exchange:
    return Exchange(
        index=index,
        door=door,
        key=f"k{index}",
        step=step,
        request=request,
        status=status,
        reply=reply,
        seconds=0.1,
    )


def turn(index: int, step: int, messages: list[Any], *content: dict[str, Any]) -> Exchange:
    request = {
        "model": "m",
        "system": "Be brief.",
        "tools": [{"name": "sh", "description": "Run it.", "input_schema": {"type": "object"}}],
        "messages": messages,
    }
    reply = {"role": "assistant", "content": list(content), "stop_reason": "tool_use"}
    return exchange(index, Door.MODEL, step, request, reply)


def exchanges() -> list[Exchange]:
    """Two turns: a command whose stderr the harness drops, then a wrong answer."""
    asked = {"role": "user", "content": "Count the lines of a.txt."}
    call = {"type": "tool_use", "id": "t1", "name": "sh", "input": {"command": "wc -l a.txt"}}
    content: list[dict[str, Any]] = [{"type": "text", "text": "Let me look."}, call]
    said = {"role": "assistant", "content": content}
    told = {"type": "tool_result", "tool_use_id": "t1", "content": "done"}
    answer = {"role": "user", "content": [told]}
    return [
        exchange(0, Door.TASK, 0, {}, {"instruction": "Count the lines of a.txt."}),
        turn(1, 1, [asked], *content),
        exchange(
            2,
            Door.EXEC,
            1,
            {"command": "wc -l a.txt"},
            {"exit_code": 1, "stdout": "", "stderr": "wc: a.txt: No such file\n"},
        ),
        turn(3, 2, [asked, said, answer], {"type": "text", "text": "It has 12 lines."}),
        exchange(4, Door.FINISH, 2, {"output": "12"}, {}),
    ]


def trace(rollout: str = "r1", task: str = "count-1", outcome: Outcome = Outcome.FAILED) -> TraceOf:
    return TraceOf(
        rollout=RolloutId(rollout),
        task=TaskId(task),
        instruction="Count the lines of a.txt.",
        outcome=outcome,
        score=1.0 if outcome is Outcome.PASSED else 0.0,
        exchanges=exchanges(),
    )


class Checks:
    """A check that refuses what it is told to, and remembers what it was asked."""

    def __init__(self, *problems: str) -> None:
        self.asked: list[tuple[Sequence[Edit], SubType]] = []
        self._problems = problems

    async def __call__(self, edits: Sequence[Edit], subtype: SubType) -> CheckReport:
        turn = len(self.asked)
        self.asked.append((edits, subtype))
        problem = self._problems[turn] if turn < len(self._problems) else ""
        return CheckReport(None if problem else PATCHED, problem, ("imports",))


def brief(check: Checks | None = None, *traces: TraceOf) -> DiagnosisBrief:
    return DiagnosisBrief(
        phase=Phase.CAPABILITY,
        traces=traces or (trace(), trace("r2", "count-2", Outcome.PASSED)),
        lessons=("good: say what failed (p1)",),
        history=lambda: "p1 iteration 1 declined\np2 iteration 2 admitted",
        check=check or Checks(),
    )
