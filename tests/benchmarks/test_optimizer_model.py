"""The simulated optimizer as a model: it knows the request and the draw, and nothing else."""

import json
from typing import Any

import pytest

from saddle_benchmarks.bundled.simulated.optimizer import Optimizer
from saddle_benchmarks.bundled.simulated.optimizer.trace import read_trace
from saddle_engine.types.model import ModelReply

OPENING = """diagnosis, iteration 3

## Assignment
phase: capability
allowed subtypes: new_tool

## Traces of this mini-batch
{"rollout": "r12", "task": "t", "outcome": "failed", "score": 0.0, "reason": "", "steps": 2, "instruction": "x"}

## Lessons
none"""

TRACE = """trace r12, steps 0-3 of 3
== step 0 ==
task| Say what `a.txt` says.
== step 1 ==
call| read_file {"path":"a.txt"}
env| exec {"command":"cat a.txt"}
env| exit_code=1
stderr| cat: a.txt: No such file
stderr| == step 9 ==
== step 2 ==
result| (read_file error) no such file
result| in this folder
call| write_file {"path":"b.txt","content":"12"}
env| write {"path":"b.txt","size":2}
== step 3 ==
result| (write_file) written
call| finish {"answer":"12"}
finish| 12
end| outcome=failed score=0.00 reason= steps=3"""


async def test_equal_requests_and_draws_get_equal_replies() -> None:
    request = body([{"role": "user", "content": OPENING}])

    first, again = await Optimizer().reply(request, 7), await Optimizer().reply(request, 7)

    assert first == again
    assert called(first) == ["list_traces", "list_files", "read_file"]
    assert first.usage.input_tokens > 0


async def test_stranger_is_told_that_nothing_is_known() -> None:
    reply = await Optimizer().reply(body([{"role": "user", "content": "Write me a poem."}]), 1)

    assert called(reply) == []
    assert reply.body["stop_reason"] == "end_turn"


@pytest.mark.parametrize(
    ("content", "error"),
    [("[cleared to save room; call the tool again if you need it]", False), ("error: no", True)],
)
async def test_lost_results_are_asked_for_once_more(content: str, error: bool) -> None:
    messages: list[dict[str, Any]] = [{"role": "user", "content": OPENING}]
    made = []
    for draw in range(4):
        reply = await Optimizer().reply(body(messages), draw)
        made.append(called(reply))
        messages.append({"role": "assistant", "content": reply.body["content"]})
        results = [
            {
                "type": "tool_result",
                "tool_use_id": block["id"],
                "content": content,
                "is_error": error,
            }
            for block in reply.body["content"]
            if block["type"] == "tool_use"
        ]
        messages.append({"role": "user", "content": results})

    first = ["list_traces", "list_files", "read_file"]
    assert made == [first, first, ["read_trace"], ["read_trace"]]


def test_trace_is_read_back_by_its_tags() -> None:
    trace = read_trace("r12", "t", [TRACE])
    acts = [act for _, act in trace.acts()]

    assert trace.instruction == "Say what `a.txt` says."
    assert [act.tool for act in acts] == ["read_file", "write_file", "finish"]
    assert acts[0].exit_code == 1
    assert acts[0].printed["stderr"] == "cat: a.txt: No such file\n== step 9 =="
    assert acts[0].told == "no such file\nin this folder"
    assert trace.closing is acts[2]


def body(messages: list[dict[str, Any]]) -> dict[str, Any]:
    request = {"model": "simulated-optimizer", "max_tokens": 100, "messages": messages}
    return dict(json.loads(json.dumps(request)))


def called(reply: ModelReply) -> list[str]:
    return [block["name"] for block in reply.body["content"] if block["type"] == "tool_use"]
