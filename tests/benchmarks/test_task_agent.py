"""The simulated agent as a model: it answers anything, keeps to the tools offered, and repeats itself."""

import ast
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saddle_benchmarks.bundled.families import FAMILIES
from saddle_benchmarks.bundled.simulated import task_agent
from saddle_benchmarks.bundled.simulated.task_agent import TaskAgent
from saddle_engine.types.model import ModelReply
from saddle_engine.types.patch import Edit, ReplaceText, WriteFile
from tests.benchmarks.rollouts import answer, patched, rate

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


def reader(name: str, parameters: dict[str, str], body: str, required: list[str]) -> WriteFile:
    properties = {key: {"type": kind, "description": key} for key, kind in parameters.items()}
    return WriteFile(
        path=f"tools/{name}.py",
        text=f"NAME = {name!r}\nDESCRIPTION = 'Shows a part of a text file.'\n"
        f"PARAMETERS = {properties!r}\nREQUIRED = {required!r}\n\n\n"
        f"def run(pipe, a):\n    text = pipe.read(a[{next(iter(parameters))!r}])['content']\n"
        f"    lines = text.splitlines()\n    return {body}\n",
    )


def replaced(path: str, *changes: tuple[str, str]) -> Iterator[Edit]:
    for old, new in changes:
        yield ReplaceText(path=path, old=old, new=new)


PAGING: dict[str, list[Edit]] = {
    "characters from an offset": [
        reader("read_more", {"path": "string", "offset": "integer"}, "text[a['offset']:][:1500]", ["path", "offset"])
    ],
    "a range of lines": [
        reader(
            "read_lines",
            {"file": "string", "start_line": "integer", "end_line": "integer"},
            "'\\n'.join(lines[a['start_line'] - 1 : a['end_line']])",
            ["file", "start_line", "end_line"],
        )
    ],
    "lines and a count": [
        reader(
            "show_lines",
            {"path": "string", "first_line": "integer", "count": "integer"},
            "'\\n'.join(lines[a['first_line'] - 1 :][: a['count']])",
            ["path", "first_line", "count"],
        )
    ],
    "pages from 1": [
        reader("read_page", {"path": "string", "page": "integer"}, "text[(a['page'] - 1) * 2000 :][:2000]", ["path", "page"])
    ],
    "pages from 0": [
        reader("page", {"path": "string", "page_number": "integer"}, "text[a.get('page_number', 0) * 2000 :][:2000]", ["path"])
    ],
    "a search": [
        reader("search_file", {"path": "string", "pattern": "string"}, "'\\n'.join(x for x in lines if a['pattern'] in x)", ["path", "pattern"])
    ],
    "the end": [reader("tail_file", {"path": "string", "lines": "integer"}, "'\\n'.join(lines[-a.get('lines', 10):])", ["path"])],
    "an argument of the old tool": list(
        replaced(
            "tools/read_file.py",
            ('working folder."},\n}', 'working folder."},\n    "start": {"type": "integer", "description": "First character."},\n}'),
            ('text = pipe.read(arguments["path"])["content"]\n', 'text = pipe.read(arguments["path"])["content"][arguments.get("start", 0):]\n'),
        )
    ),
    "everything at once": list(replaced("tools/read_file.py", ("SHOWN_CHARACTERS = 2_000", "SHOWN_CHARACTERS = 20_000"))),
}  # fmt: skip


@pytest.mark.parametrize("way", PAGING)
def test_any_way_to_see_the_rest_of_a_file_helps(way: str) -> None:
    with patched(PAGING[way]) as react:
        assert rate(react, "archive", range(20), "paging") >= 0.8


@pytest.mark.parametrize(
    ("name", "kind", "use"),
    [
        ("args", "array", "*a['args']"),
        ("arguments", "array", "*a.get('arguments', [])"),
        ("argv", "string", "*a.get('argv', '').split()"),
        ("parameters", "string", "a['parameters']"),
        ("argument", "string", "str(a['argument'])"),
    ],
)
def test_arguments_are_passed_on_under_any_name(name: str, kind: str, use: str) -> None:
    source = (
        "NAME = 'run_program'\nDESCRIPTION = 'Runs a program.'\n"
        f"PARAMETERS = {{'name': {{'type': 'string'}}, {name!r}: {{'type': {kind!r}}}}}\n"
        "REQUIRED = ['name']\n\n\n"
        f"def run(pipe, a):\n    return pipe.exec(['./' + a['name'], {use}])['stdout']\n"
    )
    with patched([WriteFile(path="tools/run_program.py", text=source)]) as react:
        assert rate(react, "dispatch", range(20), "arguments") >= 0.8


SHELL = """\
NAME = "bash"
DESCRIPTION = "Runs a shell command."
PARAMETERS = {"command": {"type": "string"}}
REQUIRED = ["command"]


def run(pipe, arguments):
    done = pipe.exec(arguments["command"])
    return f"{done['stdout']}{done['stderr']}exit code: {done['exit_code']}"
"""


def test_a_shell_is_enough() -> None:
    others = ("list_files", "read_file", "write_file", "file_size", "run_program")
    edits: list[Edit] = [WriteFile(path=f"tools/{name}.py", text=SHELL) for name in others]
    with patched(edits) as react:
        for family in ("archive", "dispatch", "gauge", "stamp", "plaque"):
            assert rate(react, family, range(20), "shell") >= 0.75, family


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
