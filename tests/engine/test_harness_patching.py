"""Patches that may be made, and what they leave."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saddle_engine.harness.edits import apply_edits
from saddle_engine.harness.patching import fitting, patched
from saddle_engine.types.patch import DeleteFile, Edit, ReplaceText, WriteFile
from saddle_engine.types.taxonomy import TAXONOMY, SubType
from tests.engine.sample_harness import FILES

TOOL = "tools/read.py"
HOOK = '[{"tool": "wr*", "when": {"contains": ".csv"}, "reminder": "Keep the header."}]'

ALLOWED: list[tuple[SubType, list[Edit]]] = [
    (SubType.RULE_ADDITION, [WriteFile(path="prompts/new.md", text="Verify.\n")]),
    (
        SubType.RULE_MODIFICATION,
        [ReplaceText(path="prompts/system.md", old="nothing", new="all")],
    ),
    (SubType.RULE_MODIFICATION, [DeleteFile(path="prompts/system.md")]),
    (SubType.NEW_TOOL, [WriteFile(path="tools/deep/new.py", text="def run(box): ...\n")]),
    (SubType.ARGUMENT_CHANGE, [ReplaceText(path=TOOL, old='"limit":', new='"lines":')]),
    (SubType.IMPLEMENTATION_FIX, [ReplaceText(path=TOOL, old="limit=10", new="limit=99")]),
    (
        SubType.IMPLEMENTATION_FIX,
        [
            ReplaceText(path=TOOL, old="limit=10", new="limit=99"),
            ReplaceText(path=TOOL, old="kilobytes", new="bytes"),
        ],
    ),
    (SubType.IMPLEMENTATION_FIX, [ReplaceText(path="tools/limits.toml", old="10", new="99")]),
    (SubType.DESCRIPTION_FIX, [ReplaceText(path=TOOL, old="kilobytes", new="bytes")]),
    (SubType.DESCRIPTION_FIX, [ReplaceText(path=TOOL, old="how much", new="how many bytes")]),
    (
        SubType.DESCRIPTION_FIX,
        [ReplaceText(path=TOOL, old='    """Ask the box."""\n', new="")],
    ),
    (SubType.DESCRIPTION_FIX, [ReplaceText(path=TOOL, old="def run", new="# reads\ndef run")]),
    (SubType.PRE_TOOL_HOOK, [WriteFile(path="middleware/hooks.json", text=HOOK)]),
    (SubType.INFRASTRUCTURE_CHANGE, [WriteFile(path="middleware/retry.py", text="TRIES = 3\n")]),
    (SubType.LOOP_CHANGE, [ReplaceText(path="middleware/loop.py", old="5", new="50")]),
]


@pytest.mark.parametrize(("subtype", "edits"), ALLOWED)
def test_patch_that_is_what_it_says_may_be_made(subtype: SubType, edits: list[Edit]) -> None:
    after = patched(FILES, edits, subtype, subtype.patch_class)

    changed = {path for path in {*FILES, *after} if FILES.get(path) != after.get(path)}
    assert changed == {edit.path for edit in edits}


@pytest.mark.parametrize(("subtype", "edits"), ALLOWED)
def test_sub_type_of_an_edited_patch_stays_while_it_fits_what_is_observed(
    subtype: SubType, edits: list[Edit]
) -> None:
    assert fitting(FILES, edits, subtype) is subtype

    others = {fitting(FILES, edits, other) for other in SubType}
    assert {TAXONOMY[other] for other in others} == {TAXONOMY[subtype]}
    for other in others:
        assert patched(FILES, edits, other)


def test_edits_of_one_file_are_applied_in_their_order() -> None:
    edits: list[Edit] = [
        WriteFile(path="a", text="one two"),
        ReplaceText(path="a", old="two", new="three"),
        ReplaceText(path="a", old="one three", new="done"),
    ]

    assert apply_edits({}, edits) == {"a": b"done"}


def test_file_may_take_the_place_of_a_deleted_one() -> None:
    edits: list[Edit] = [DeleteFile(path="a"), WriteFile(path="a/b", text="x")]

    assert apply_edits({"a": b"x"}, edits) == {"a/b": b"x"}


def test_refused_patch_leaves_the_files_as_they_were() -> None:
    before = dict(FILES)
    edits: list[Edit] = [
        DeleteFile(path="prompts/system.md"),
        WriteFile(path="prompts/new.md", text="x"),
        WriteFile(path="main.py", text="x"),
    ]

    with pytest.raises(Exception, match="outside of every surface"):
        patched(before, edits, SubType.RULE_ADDITION)

    assert before == FILES


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40)
trees = st.dictionaries(st.sampled_from(["a", "b", "c/d", "c/e"]), texts, max_size=4)


@given(trees, trees)
def test_patch_and_its_inverse_give_back_the_files(
    old: dict[str, str], new: dict[str, str]
) -> None:
    if old == new:
        return
    before = {path: text.encode() for path, text in old.items()}

    after = apply_edits(before, difference(old, new))

    assert after == {path: text.encode() for path, text in new.items()}
    assert apply_edits(after, difference(new, old)) == before


def difference(old: dict[str, str], new: dict[str, str]) -> list[Edit]:
    gone: list[Edit] = [DeleteFile(path=path) for path in old if path not in new]
    return gone + [WriteFile(path=path, text=text) for path, text in new.items()]


@given(st.lists(st.sampled_from(["ab", "cd", "\n", "é"]), min_size=1, max_size=12), st.data())
def test_unique_replacement_can_be_undone(pieces: list[str], data: st.DataObject) -> None:
    text = "".join(pieces)
    start = data.draw(st.integers(0, len(text) - 1))
    old = text[start:]
    edit = ReplaceText(path="a", old=old, new="<unseen>")
    if text.count(old) != 1 or text.find(old) != text.rfind(old):
        return

    after = apply_edits({"a": text.encode()}, [edit])
    back = ReplaceText(path="a", old=edit.new, new=edit.old)

    assert apply_edits(after, [back]) == {"a": text.encode()}
