"""A patch in the operator's editor: what comes back is a patch against its parent, and nothing is lost."""

import stat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saddle_engine.errors import ConfigError
from saddle_engine.harness.edits import apply_edits
from saddle_engine.stages.edits import EDITS
from saddle_engine.types.base import PatchId
from saddle_tui.editing import Draft, edits_of, place_of, run_editor
from saddle_tui.screens.editing import MOST, in_window
from saddle_tui.text.safe import clean

BEFORE = {"prompts/rule.md": b"one\ntwo\nthree\n" * 20, "main.py": b"\n"}
PATCHED = {
    **BEFORE,
    "prompts/rule.md": BEFORE["prompts/rule.md"] + b"four\n",
    "tools/new.py": b"x = 1\n",
}
LINES = st.lists(st.sampled_from(["a\n", "b\n", "aa\n", "\n", "c"]), max_size=12).map("".join)


@pytest.fixture
def draft(tmp_path: Path) -> Draft:
    folder = tmp_path / "private" / "p7"
    for path in ("prompts/rule.md", "tools/new.py"):
        (folder / path).parent.mkdir(parents=True)
        (folder / path).write_bytes(PATCHED[path])
    return Draft(PatchId("p7"), folder, BEFORE, PATCHED)


def editor(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = folder / "editor"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", f"{program} --wait")


def edited(draft: Draft) -> list[dict[str, Any]]:
    run_editor(draft)
    return draft.edits()


@given(LINES, LINES, st.none() | LINES)
def test_edits_lead_from_the_parent_to_what_the_operator_wants(
    before: str, patched: str, wanted: str | None
) -> None:
    parent = {"f": before.encode(), "kept": b"k\n"}
    child = {"f": patched.encode(), "kept": b"k\n", "new": b"n\n"}
    aim = {**child, "f": (wanted or "").encode()}
    if wanted is None:
        del aim["f"]

    edits = edits_of(parent, child, {"f": None if wanted is None else wanted.encode()})

    if edits:
        assert apply_edits(parent, EDITS.validate_python(edits)) == aim
    else:
        assert aim == child


def test_a_small_change_of_a_long_file_is_a_small_edit() -> None:
    long = "".join(f"line {number}\n" for number in range(10_000))
    now = long.replace("line 5000\n", "line five thousand\n")

    (edit,) = edits_of({"f": long.encode()}, {"f": b"x"}, {"f": now.encode()})

    assert edit["op"] == "replace"
    assert len(edit["old"]) < 50


def test_what_comes_back_as_it_was_is_nothing_to_do(draft: Draft) -> None:
    assert draft.edits() == []
    draft.discard()
    assert not draft.folder.parent.exists()


def test_the_editor_gets_the_files_that_the_patch_makes_or_changes(
    draft: Draft, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor(tmp_path, 'shift; for f; do echo "# seen" >> "$f"; done', monkeypatch)

    run_editor(draft)

    assert [str(file.relative_to(draft.folder)) for file in draft.files] == [
        "prompts/rule.md",
        "tools/new.py",
    ]
    after = apply_edits(BEFORE, EDITS.validate_python(draft.edits()))
    assert after == {
        path: content + b"# seen\n" * (path != "main.py") for path, content in PATCHED.items()
    }


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ('shift; echo typed >> "$1"; exit 3', "ended with 3"),
        ('shift; printf "\\377" >> "$1"', "no UTF-8 text"),
        ('shift; rm "$1"; mkfifo "$1"', "cannot be read"),
    ],
)
def test_whatever_goes_wrong_what_was_typed_is_kept_and_it_says_where(
    draft: Draft, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, said: str
) -> None:
    editor(tmp_path, script, monkeypatch)

    with pytest.raises(ConfigError, match=said) as wrong:
        edited(draft)

    assert f"your version of p7 is kept in {draft.folder}" in str(wrong.value)
    assert draft.folder.exists()


def test_an_editor_that_is_not_there_is_named_with_the_way_out(
    draft: Draft, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", "/no/such/editor")

    with pytest.raises(ConfigError, match=r"cannot be started.*set EDITOR"):
        run_editor(draft)


def test_a_version_that_leaves_nothing_of_the_patch_is_a_veto(draft: Draft) -> None:
    (draft.folder / "prompts/rule.md").write_bytes(BEFORE["prompts/rule.md"])
    (draft.folder / "tools/new.py").unlink()

    with pytest.raises(ConfigError, match="veto it instead"):
        draft.edits()


def test_a_file_is_named_by_its_end_where_that_says_which() -> None:
    known = {"prompts/a.md": b"", "tools/a.md": b"", "tools/b.py": b""}

    assert place_of("/home/me/b.py", known) == "tools/b.py"
    with pytest.raises(ConfigError, match="several files are called so"):
        place_of("a.md", known)
    with pytest.raises(ConfigError, match="no file of the patch is called so"):
        place_of("c.md", known)


def test_of_very_many_changed_lines_the_first_are_shown_and_that_there_are_more() -> None:
    head = ["diff --git a/a.txt b/a.txt", "--- a/a.txt", "+++ b/a.txt", f"@@ -0,0 +1,{MOST} @@"]
    few, many = ([*map(clean, [*head, *["+ word"] * count])] for count in (3, MOST))

    assert "more was changed" not in str(in_window(few))
    assert len(in_window(many)) == MOST + 1
    assert in_window(many)[-1][0][0] == "more was changed; these are the first 2,000 lines of it"
