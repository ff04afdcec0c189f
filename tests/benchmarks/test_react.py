"""The react harness: whole, small, honest about errors, and editable where it says so."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from saddle_engine.harness.patching import patched as judged
from saddle_engine.types.patch import ReplaceText, WriteFile
from saddle_engine.types.taxonomy import SubType
from tests.benchmarks.react_world import react
from tests.benchmarks.reference_patches import FIXES, HOOKS
from tests.benchmarks.rollouts import REACT, patched
from tests.benchmarks.scripted_model import play, use


def check(folder: Path) -> subprocess.CompletedProcess[str]:
    command = tomllib.loads((folder / "harness.toml").read_text())["check"]
    line = [sys.executable, "-B", *command[1:]]
    return subprocess.run(line, cwd=folder, capture_output=True, text=True, env={})


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(
        shutil.copytree(REACT, tmp_path / "react", ignore=shutil.ignore_patterns("__pycache__"))
    )


def test_check_loads_every_part_and_nothing_else(copy: Path) -> None:
    done = check(copy)

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("tools/broken.py", "NAME = \n"),
        ("tools/read_file.py", "import no_such_module\n"),
        (HOOKS, "[{}]"),
        (HOOKS, '[{"tool": "finish", "when": "sometimes", "reminder": "x"}]'),
        (HOOKS, "no json"),
    ],
)
def test_check_fails_for_a_part_that_cannot_be_loaded(copy: Path, path: str, text: str) -> None:
    (copy / path).write_text(text)

    assert check(copy).returncode == 1


def test_needs_nothing_but_the_standard_library(copy: Path) -> None:
    code = "import sys, main; print([m for m in ('pydantic', 'aiohttp', 'anthropic') if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-B", "-s", "-c", code], cwd=copy, capture_output=True, text=True
    )

    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("subtype", list(SubType))
def test_reference_fix_is_what_it_says_to_the_judge_of_patches(subtype: SubType) -> None:
    after = judged(react(), FIXES[subtype], subtype, subtype.patch_class)

    assert after != react()


def test_all_reference_fixes_fit_together(copy: Path) -> None:
    with patched(*FIXES.values()) as harness:
        assert harness.loop.limits.MAX_STEPS == 30


def test_a_new_tool_is_a_new_file(tmp_path: Path) -> None:
    text = (REACT / "tools" / "list_files.py").read_text().replace('"list_files"', '"see_all"')
    with patched([WriteFile(path="tools/see_all.py", text=text)]) as harness:
        tools = harness.loop.toolbox.load()

    assert {"see_all", "list_files", "finish"} <= set(tools)


def test_read_file_shows_the_beginning_only_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "long.txt").write_text("x" * 2_500)
    with patched() as harness:
        _, [shown] = play(
            harness, tmp_path, use("read_file", path="long.txt"), use("finish", summary="")
        )

    assert shown == "x" * 2_000 + "\n[first 2000 of 2500 characters]"


def test_run_program_takes_a_plain_name_only(tmp_path: Path) -> None:
    for name in ("a; touch made", "../a", "sh -c x", "", "-x", "a b"):
        with patched() as harness:
            how, _ = play(harness, tmp_path, use("run_program", name=name))

        assert how.startswith("gave up after a tool error"), name
    assert not (tmp_path / "made").exists()


def test_written_files_are_no_programs(tmp_path: Path) -> None:
    script = use("write_file", path="mine", content="#!/bin/sh\necho ran\n")
    with patched() as harness:
        how, _ = play(harness, tmp_path, script, use("run_program", name="mine"))

    assert how == "gave up after a tool error: there is no program named mine"


@pytest.mark.parametrize(
    "call",
    [
        use("read_file", path="none.txt"),
        use("read_file"),
        use("read_file", path="none.txt", offset=3),
        use("no_tool"),
    ],
)
def test_tool_errors_end_the_task_until_the_loop_shows_them(
    tmp_path: Path, call: list[dict[str, Any]]
) -> None:
    with patched() as harness:
        assert play(harness, tmp_path, call)[0].startswith("gave up")
    with patched(FIXES[SubType.LOOP_CHANGE]) as harness:
        how, [shown] = play(harness, tmp_path, call, use("finish", summary=""))
        assert how == "finished"
        assert shown


def test_steps_are_limited(tmp_path: Path) -> None:
    with patched() as harness:
        how, _ = play(harness, tmp_path, *[use("list_files")] * 10)

    assert how == "stopped after 10 steps"


def test_text_without_a_tool_ends_the_task(tmp_path: Path) -> None:
    with patched() as harness:
        how, _ = play(harness, tmp_path, [{"type": "text", "text": "done"}])

    assert how == "the model stopped asking for tools"


def test_long_results_are_cut(tmp_path: Path) -> None:
    limit = ReplaceText(
        path="middleware/limits.py",
        old="RESULT_CHARACTERS = 20_000",
        new="RESULT_CHARACTERS = 5",
    )
    (tmp_path / "long.txt").write_text("x" * 100)
    with patched([limit]) as harness:
        _, shown = play(
            harness, tmp_path, use("read_file", path="long.txt"), use("finish", summary="")
        )

    assert shown == ["xxxxx"]
