"""Reminders before tool calls, as data."""

import json
from pathlib import Path

from saddle_engine.types.patch import WriteFile
from tests.benchmarks.reference_patches import HOOKS
from tests.benchmarks.rollouts import patched
from tests.benchmarks.scripted_model import play, use


def hooked(when: object, tool: str = "list_files") -> WriteFile:
    hook = {"tool": tool, "when": when, "reminder": "Mind the gap."}
    return WriteFile(path=HOOKS, text=json.dumps([hook]))


HELD = "Reminder: Mind the gap.\n(The call was not made. Repeat it to go on.)"


def test_first_call_hook_holds_back_one_call(tmp_path: Path) -> None:
    calls = [use("list_files")] * 3
    with patched([hooked("first_call")]) as harness:
        _, shown = play(harness, tmp_path, *calls, use("finish", summary=""))

    assert shown == [HELD, "(empty)", "(empty)"]


def test_every_call_hook_holds_back_each_new_call_once(tmp_path: Path) -> None:
    calls = [use("write_file", path=path, content="x") for path in ("a", "a", "b", "b")]
    with patched([hooked("every_call", "*")]) as harness:
        _, shown = play(harness, tmp_path, *calls, *[use("finish", summary="")] * 2)

    assert [text == HELD for text in shown] == [True, False, True, False, True]


def test_hook_with_a_condition_holds_back_what_it_is_about(tmp_path: Path) -> None:
    calls = [use("write_file", path=path, content="x") for path in ("a.txt", "b.csv", "b.csv")]
    with patched([hooked({"contains": ".csv"}, "write_*")]) as harness:
        _, shown = play(harness, tmp_path, *calls, use("finish", summary=""))

    assert [text == HELD for text in shown] == [False, True, False]


def test_hook_on_finish_lets_it_through_the_second_time(tmp_path: Path) -> None:
    ending = [use("finish", summary="")] * 2
    with patched([hooked("first_call", "finish")]) as harness:
        how, shown = play(harness, tmp_path, *ending)

    assert (how, shown) == ("finished", [HELD])
