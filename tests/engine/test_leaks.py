"""What counts as naming a task."""

import pytest

from saddle_engine.stages.leaks import named_task
from saddle_engine.types.base import TaskId

TASKS = (TaskId("b"), TaskId("prompts"), TaskId("sums-1"))


def diff(*added: str, path: str = "prompts/system.md") -> str:
    head = f"diff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n@@ -1,2 +1,3 @@\n"
    return head + " before\n-- gone\n" + "".join(f"+{line}\n" for line in added)


@pytest.mark.parametrize("line", ["For sums-1 say 7.", "sums-1", "(sums-1)", "++ sums-1"])
def test_an_added_line_with_a_task_as_a_word_names_it(line: str) -> None:
    assert named_task(diff(line), TASKS) == "sums-1"


@pytest.mark.parametrize("line", ["Check sums-10 and habits.", "sums", "my_sums-1"])
def test_a_longer_or_another_word_names_no_task(line: str) -> None:
    assert named_task(diff(line), TASKS) is None


def test_the_paths_and_headers_of_a_diff_name_no_task() -> None:
    assert named_task(diff("A rule.") + diff("Another."), TASKS) is None


def test_the_path_of_a_new_file_can_name_a_task() -> None:
    created = "--- /dev/null\n+++ b/tools/sums-1.py\n@@ -0,0 +1 @@\n+x = 1\n"

    assert named_task(created, TASKS) == "sums-1"
    assert named_task(created, TASKS[:1]) is None


def test_lines_that_were_there_before_name_no_task() -> None:
    text = diff("A rule.").replace(" before", " sums-1").replace("-- gone", "-sums-1")

    assert named_task(text, TASKS) is None
