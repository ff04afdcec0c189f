"""What the tools answer, and what they never reach."""

import json
import os
import time
from pathlib import Path

import pytest

from saddle_engine.agents.arguments import Grep, ListFiles, ReadFile
from saddle_engine.agents.file_tools import FileTools
from saddle_engine.agents.paging import RESULT_BYTES
from saddle_engine.agents.search import FILES, OUTPUT_BYTES, run
from saddle_engine.agents.tools import (
    CallMalformed,
    Span,
    ToolRefused,
    ToolResult,
    Tools,
    answer,
    tool,
    validated,
)
from saddle_engine.types.patch import Proposal
from tests.engine.desks import PROPOSAL, stage_harness

SECRET = "canary-3f9a"


def bench(files: FileTools) -> Tools:
    return Tools(
        tool(ListFiles, files.list_files),
        tool(ReadFile, files.read_file),
        tool(Grep, files.grep),
    )


async def call(tools: Tools, name: str, **arguments: object) -> ToolResult:
    return await answer(tools.bind(name, arguments))


@pytest.fixture
def tools(tmp_path: Path) -> Tools:
    return bench(FileTools(stage_harness(tmp_path), "harness"))


@pytest.fixture
def trap(tmp_path: Path) -> Tools:
    """A staged harness with links, a pipe and a secret beside it."""
    root = stage_harness(tmp_path)
    (tmp_path / "secret.txt").write_text(SECRET)
    (root / "link.txt").symlink_to(tmp_path / "secret.txt")
    (root / "folder").symlink_to(tmp_path)
    os.mkfifo(root / "pipe")
    return bench(FileTools(root, "harness"))


async def test_files_are_listed_and_read_by_number(tools: Tools) -> None:
    listed = await call(tools, "list_files")
    read = await call(tools, "read_file", path="tools/read.py", first_line=4)

    assert listed.text == "2 files\nharness.toml\ntools/read.py"
    assert read.text == ("tools/read.py, lines 4-5 of 5\n4\tdef read(path):\n5\t    return os.stat")
    assert read.reads == (Span("harness/tools/read.py", 4, 5),)


async def test_a_long_file_comes_in_pages_that_join_without_a_gap(tmp_path: Path) -> None:
    lines = [f"line {n} " + "é" * (n % 90) for n in range(1, 900)]
    (tmp_path / "long.py").write_text("\n".join(lines) + "\n")
    tools, first, seen = bench(FileTools(tmp_path, "harness")), 1, list[str]()

    while first:
        text = (await call(tools, "read_file", path="long.py", first_line=first)).text
        header, *page = text.split("\n")
        seen += [line.partition("\t")[2] for line in page]
        first = int(header.partition("first_line=")[2] or 0)
        assert len(text.encode()) <= RESULT_BYTES

    assert seen == lines


async def test_matches_name_their_place(tools: Tools) -> None:
    found = await call(tools, "grep", pattern="os\\.(stat|open)")
    inside = await call(tools, "grep", pattern="name", path="tools")

    assert found.text == "1 match\ntools/read.py:5:    return os.stat"
    assert found.reads == (Span("harness/tools/read.py", 5, 5),)
    assert inside.text == "no match"


async def test_a_harness_of_many_files_is_searched_to_its_end(tmp_path: Path) -> None:
    for number in range(FILES + 20):
        (tmp_path / f"{number:04}.txt").write_text("here\n" if number == FILES + 9 else "")

    found = await call(bench(FileTools(tmp_path, "h")), "grep", pattern="here")

    assert found.text == f"1 match\n{FILES + 9:04}.txt:1:here"


async def test_a_result_is_text_that_can_be_sent() -> None:
    async def odd(_: ListFiles) -> ToolResult:
        return ToolResult("a\udcffb")

    assert (await call(Tools(tool(ListFiles, odd)), "list_files")).text == "a?b"


async def test_matches_are_capped(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("yes\n" * 5_000)

    text = (await call(bench(FileTools(tmp_path, "h")), "grep", pattern="yes")).text

    assert text.startswith("more than 100 matches, the first 100 here; narrow the pattern\n")
    assert text.count("\n") == 100


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd",
        "../secret.txt",
        "tools/../../secret.txt",
        "link.txt",
        "folder/secret.txt",
        "folder",
        "pipe",
        ".",
        "",
        "tools",
        "tools/read.py\0.txt",
        "tools/\u202eread.py",
        "~/secret.txt",
        "file:///etc/passwd",
        "x" * 5_000,
        "-rf",
        "--file=/etc/passwd",
    ],
)
async def test_a_path_that_is_no_plain_file_of_the_harness_is_refused(
    trap: Tools, path: str
) -> None:
    read = await call(trap, "read_file", path=path)

    assert read.refused
    assert read.text.startswith("error: ")
    assert SECRET not in read.text
    assert read.reads == ()


@pytest.mark.parametrize("path", ["", "folder", "link.txt", "../", "/", "--recursive", "-f"])
async def test_a_search_never_follows_a_link(trap: Tools, path: str) -> None:
    found = await call(trap, "grep", pattern="canary|.", path=path)

    assert SECRET not in found.text


@pytest.mark.parametrize(
    "pattern",
    ["-r", "--file=/etc/passwd", "-e", "--", "-P(?{1})", "$(id)", "`id`", "; id #", "'\"", "%s"],
)
async def test_a_pattern_is_never_an_option_or_a_command(tools: Tools, pattern: str) -> None:
    found = await call(tools, "grep", pattern=pattern)

    assert found.text == "no match" or found.text.startswith("error: grep failed: ")


@pytest.mark.parametrize("pattern", ["(", "[", "a{2,1}", "\0", "*" * 400 + "("])
async def test_a_pattern_that_cannot_be_used_is_refused_in_one_line(
    tools: Tools, pattern: str
) -> None:
    found = await call(tools, "grep", pattern=pattern)

    assert found.text == "no match" or found.refused
    assert "\n" not in found.text


@pytest.mark.parametrize(
    "pattern",
    [r"^(a|aa)*\1*(a*)*\2$b", "((a{1,1000}){1,1000}){1,1000}", "(.*.*.*.*.*.*)*x\\1\\1"],
)
async def test_an_evil_pattern_costs_no_more_than_its_deadline(
    tmp_path: Path, pattern: str
) -> None:
    (tmp_path / "a.txt").write_text(("a" * 4_000 + "\n") * 200)

    begun = time.monotonic()
    found = await call(bench(FileTools(tmp_path, "h")), "grep", pattern=pattern)

    assert found.text == "no match" or found.refused
    assert time.monotonic() - begun < 10


async def test_a_search_that_does_not_end_is_stopped(tmp_path: Path) -> None:
    begun = time.monotonic()
    with pytest.raises(ToolRefused, match=r"sleep was stopped after 0.05 s"):
        await run(tmp_path, "sleep", "60", seconds=0.05)

    assert time.monotonic() - begun < 10


async def test_a_search_that_prints_without_end_is_cut(tmp_path: Path) -> None:
    output = await run(tmp_path, "yes")

    assert len(output) == OUTPUT_BYTES


async def test_a_search_is_cut_between_two_lines(tmp_path: Path) -> None:
    output = await run(tmp_path, "seq", "100000", "999999")

    assert OUTPUT_BYTES % len("100000\n")
    assert len(output) == OUTPUT_BYTES // len("100000\n") * len("100000\n")


async def test_invisible_characters_of_a_file_are_not_shown(tmp_path: Path) -> None:
    hidden = "".join(chr(0xE0000 + ord(letter)) for letter in "obey")
    (tmp_path / "a.md").write_text(f"a\u200bb\u202ec{hidden}d\x1b[31me\x07\rf\u2028g\n")

    text = (await call(bench(FileTools(tmp_path, "h")), "read_file", path="a.md")).text

    assert text == "a.md, lines 1-3 of 3\n1\tabcde\n2\tf\n3\tg"


async def test_a_binary_file_cannot_break_a_result(tmp_path: Path) -> None:
    (tmp_path / "a.bin").write_bytes(bytes(range(256)) * 500)

    read = await call(bench(FileTools(tmp_path, "h")), "read_file", path="a.bin")
    found = await call(bench(FileTools(tmp_path, "h")), "grep", pattern="a")

    assert len(read.text.encode()) <= RESULT_BYTES
    assert len(found.text.encode()) <= RESULT_BYTES
    assert "\x00" not in read.text + found.text


def test_arguments_that_do_not_fit_are_named(tools: Tools) -> None:
    with pytest.raises(CallMalformed, match=r"^path: Field required; file: Extra"):
        tools.bind("read_file", {"file": "x"})
    with pytest.raises(CallMalformed, match="there is no tool 'bash'"):
        tools.bind("bash", {"command": "ls"})
    with pytest.raises(CallMalformed, match="no Unicode text"):
        tools.bind("read_file", {"path": "\ud800"})


def test_a_list_that_is_written_as_text_is_read() -> None:
    edits = json.dumps(PROPOSAL["edits"])

    proposal = validated(Proposal, {**PROPOSAL, "edits": edits, "rejected": "[]", "risk": "[1]"})

    assert proposal == Proposal.model_validate({**PROPOSAL, "rejected": [], "risk": "[1]"})


@pytest.mark.parametrize("edits", ["", "none", "{}", "[" * 100_000, '["\\ud800"]', "[1]", 1, None])
def test_a_text_that_is_no_list_stays_a_misfit(edits: object) -> None:
    with pytest.raises(CallMalformed):
        validated(Proposal, {**PROPOSAL, "edits": edits})


def test_a_list_written_as_text_cannot_smuggle_what_no_file_can_hold() -> None:
    with pytest.raises(CallMalformed, match="no Unicode text"):
        validated(Proposal, {**PROPOSAL, "causes": '["\\ud800"]'})
