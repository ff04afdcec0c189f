"""Diffs: hunks with numbers and signs, side by side where there is room, and nothing that poses as something else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import width_of
from saddle_tui.trace.hunks import hunks_of
from saddle_tui.trace.patch_text import MOST_LETTERS, MOST_LINES, read_patch
from saddle_tui.trace.touched import touched_by
from saddle_tui.widgets.diff import hunk_lines, hunks_lines, not_split
from saddle_tui.widgets.pane import Line
from tests.tui.recordings import Recording
from tests.tui.stories import Story

TWO = """diff --git a/prompts/system.md b/prompts/system.md
index 1..2 100644
--- a/prompts/system.md
+++ b/prompts/system.md
@@ -40,4 +40,5 @@ Rules
 You may run commands.
-Stop as soon as the visible tests pass.
+Before stopping, run the full module,
+and list any failure.
 Keep edits minimal.
 Be brief.
@@ -90 +91 @@
-a
+b
diff --git a/old.py b/old.py
deleted file mode 100644
--- a/old.py
+++ /dev/null
@@ -1 +0,0 @@
---- a/x
"""


def _lines(diff: str) -> list[SafeText]:
    return [clean(line) for line in diff.removesuffix("\n").split("\n")]


def _text(lines: list[Line]) -> list[str]:
    return ["".join(text for text, _ in line).rstrip() for line in lines]


def _shown(diff: str, width: int = 60) -> list[str]:
    return _text(list(hunks_lines(hunks_of(_lines(diff)), width)))


def test_lines_have_their_numbers_and_signs() -> None:
    assert _shown(TWO) == [
        "─ 1 of 3  prompts/system.md  +2 -1  Rules",
        "  40 You may run commands.",
        "- 41 Stop as soon as the visible tests pass.",
        "+ 41 Before stopping, run the full module,",
        "+ 42 and list any failure.",
        "  43 Keep edits minimal.",
        "  44 Be brief.",
        "─ 2 of 3  prompts/system.md  +1 -1",
        "- 90 a",
        "+ 91 b",
        "─ 3 of 3  old.py  +0 -1",
        "  the file is deleted",
        "- 1 --- a/x",
    ]


def test_what_a_diff_changes_is_counted_by_file() -> None:
    touched = touched_by(hunks_of(_lines(TWO)))

    assert touched.files == (("prompts/system.md", 3, 2), ("old.py", 0, 1))


def test_old_lines_stand_beside_new_ones() -> None:
    shown = _text(list(hunk_lines(hunks_of(_lines(TWO)), 0, 118, split=True)))

    left, right = shown[2].split(" │ ")
    assert left.rstrip() == "- 41 Stop as soon as the visible tests pass."
    assert right == "+ 41 Before stopping, run the full module,"
    assert shown[3].split(" │ ") == [" " * 57, "+ 42 and list any failure."]
    assert shown[4].split(" │ ")[0].rstrip() == "  42 Keep edits minimal."


def test_a_narrow_window_says_why_old_lines_do_not_stand_beside_new_ones() -> None:
    assert _text(not_split(78))[0].startswith("side by side needs a window of 120 columns")
    assert not_split(118) == []


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\n"), max_size=40)))
def test_no_line_of_a_hunk_poses_as_another_kind(texts: list[str]) -> None:
    added = "\n".join(f"+{text}" for text in texts)
    diff = f"diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -0,0 +1,{len(texts)} @@\n{added}"

    shown = _shown(diff, width=30)

    assert len(hunks_of(_lines(diff))) == 1
    assert all(line.startswith("+") for line in shown[1:] if texts)


@given(st.text(max_size=300), st.integers(20, 200), st.booleans())
def test_any_text_fits_where_a_diff_stands(text: str, width: int, split: bool) -> None:
    hunks = hunks_of(_lines(text))
    for number in range(len(hunks)):
        for line in hunk_lines(hunks, number, width, split=split):
            assert sum(width_of(each) for each, _ in line) <= width


@pytest.mark.parametrize(
    ("diff", "said"),
    [
        ("+\n" * (MOST_LINES + 7), "7 more lines of its diff are not shown"),
        ("+" + "x" * MOST_LETTERS, "1 lines of its diff are too long to be shown whole"),
        ("+x", ""),
    ],
)
def test_what_is_not_shown_whole_is_said_to_be_unread(diff: str, said: str) -> None:
    recording, story = Recording(), Story().start().seed()
    story.iterate("n0")
    story.propose("n0", proposal=recording.text("{}"), diff=recording.text(diff))
    proposed = story.events[-1]
    assert proposed.kind == "PatchProposed"

    assert read_patch(recording, proposed).unread == said
