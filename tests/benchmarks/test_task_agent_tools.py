"""The simulated agent makes use of whatever tools a patch gives it, under any names."""

from collections.abc import Iterator

import pytest

from saddle_engine.types.patch import Edit, ReplaceText, WriteFile
from tests.benchmarks.rollouts import patched, rate


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
