"""The simulated agent as a model: it answers anything, keeps to the tools offered, and repeats itself."""

import ast
import json
import sys
from pathlib import Path
from time import process_time
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from saddle_benchmarks.bundled.families import FAMILIES
from saddle_benchmarks.bundled.simulated import task_agent
from saddle_benchmarks.bundled.simulated.task_agent import TaskAgent
from saddle_engine.types.model import ModelReply
from tests.benchmarks.rollouts import answer, patched

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=12,
)  # fmt: skip
BLOCK = st.fixed_dictionaries(
    {
        "type": st.sampled_from(["text", "tool_use", "tool_result", "image"]),
        "id": st.sampled_from(["a", "b"]),
        "tool_use_id": st.sampled_from(["a", "b"]),
        "name": st.sampled_from(["read_file", "run", "bash", "finish"]) | JSON,
        "input": JSON,
        "content": JSON,
        "text": JSON,
    }
)
MESSAGE = st.fixed_dictionaries(
    {"role": st.sampled_from(["user", "assistant"]), "content": JSON | st.lists(BLOCK, max_size=4)}
)
TOOL = st.fixed_dictionaries(
    {
        "name": st.sampled_from(["read_file", "run", "bash", "finish"]) | JSON,
        "description": JSON,
        "input_schema": JSON
        | st.fixed_dictionaries(
            {
                "properties": st.dictionaries(st.sampled_from(["path", "command", "offset"]), JSON),
                "required": st.lists(st.sampled_from(["path", "command", "x"])) | JSON,
            }
        ),
    }
)
OWN = (
    "saddle_engine.types",
    "saddle_engine.ports",
    "saddle_benchmarks.bundled.simulated.task_agent",
)
INSTRUCTIONS = [FAMILIES[name].generate(1).files["instruction.md"].decode() for name in FAMILIES]


def ask(request: dict[str, Any], draw: int = 1) -> ModelReply:
    return answer(TaskAgent().reply(request, draw))


@settings(max_examples=300, deadline=None)
@given(
    st.fixed_dictionaries(
        {},
        optional={
            "system": JSON,
            "messages": JSON | st.lists(MESSAGE, max_size=5),
            "tools": JSON | st.lists(TOOL, max_size=4),
        },
    ),
    st.sampled_from(INSTRUCTIONS),
)
def test_any_request_gets_a_whole_reply(request: dict[str, Any], instruction: str) -> None:
    first = {"role": "user", "content": instruction}
    messages = request.get("messages")
    rest = messages if isinstance(messages, list) else []
    for asked in (request, {**request, "messages": [first, *rest]}):
        reply = ask(asked)

        assert reply.status == 200
        assert reply.body["stop_reason"] in {"tool_use", "end_turn"}
        assert reply.body["content"]
        assert reply.usage.output_tokens > 0
        json.dumps(reply.body)


def test_equal_request_and_draw_give_an_equal_reply() -> None:
    request = {"messages": [{"role": "user", "content": INSTRUCTIONS[0]}], "tools": []}

    assert ask(request, 7) == ask(request, 7)


def test_without_tools_it_says_something_and_ends() -> None:
    for instruction in INSTRUCTIONS:
        reply = ask({"messages": [{"role": "user", "content": instruction}]})

        assert reply.body["stop_reason"] == "end_turn"


def test_it_uses_only_tools_that_are_offered() -> None:
    for family, made in FAMILIES.items():
        with patched() as react:
            rollout = react.roll(made.generate(3), "offered", family)
        names = {name for name, _ in rollout.calls}

        assert names <= {
            "finish",
            "list_files",
            "read_file",
            "run_program",
            "write_file",
            "file_size",
        }


def test_on_an_unknown_task_it_looks_around_tries_and_ends() -> None:
    task = FAMILIES["plaque"].generate(1)
    source = next(p for p in task.files if p.startswith("environment/files/")).split("/")[-1]
    unknown = f"Summarise what `{source}` and `lost.txt` are about, in `summary.txt`.\n"
    files = dict(task.files) | {"instruction.md": unknown.encode()}
    with patched() as react:
        rollout = react.roll(type(task)(files, task.executables), "unknown")

    assert [n for n, _ in rollout.calls] == ["list_files", "read_file", "write_file"]
    assert rollout.how == "finished"


def test_a_harness_that_goes_round_in_circles_is_left() -> None:
    def turn(number: int) -> list[dict[str, Any]]:
        call = {"type": "tool_use", "id": str(number), "name": "ls", "input": {}}
        result = {
            "type": "tool_result",
            "tool_use_id": str(number),
            "content": "Reminder: not made",
        }
        return [{"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]

    messages = [{"role": "user", "content": "Go."}, *turn(1), *turn(2), *turn(3), *turn(4)]
    tools = [{"name": "ls", "input_schema": {"type": "object", "properties": {}}}]

    assert ask({"messages": messages, "tools": tools}).body["stop_reason"] == "end_turn"


def test_tokens_grow_with_the_conversation() -> None:
    short = ask({"messages": [{"role": "user", "content": "Go."}]})
    long = ask({"messages": [{"role": "user", "content": "Go. " * 100}]})

    assert long.usage.input_tokens > short.usage.input_tokens + 90


def test_it_knows_neither_the_optimizer_nor_the_tasks() -> None:
    folder = Path(str(task_agent.__file__)).parent
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            named = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            named += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
            for name in named:
                assert name.split(".")[0] in sys.stdlib_module_names or name.startswith(OWN), name


def test_a_hostile_instruction_costs_no_time() -> None:
    for text in ("write " * 20_000 + "`x`", "`a` " * 30_000, "one of " + "a, " * 30_000):
        before = process_time()

        ask({"messages": [{"role": "user", "content": text}]})

        assert process_time() - before < 3
