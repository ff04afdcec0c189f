"""Marks between two versions of a file: all of ours are found, and none that the file has itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saddle_engine.harness.clash import Clash, Sides, left_over, marked
from saddle_engine.harness.manifest import parse_manifest
from saddle_engine.harness.writable import unwritable
from tests.engine.sample_harness import FILES, MANIFEST

LABELS = {"ours": "so far: p1", "base": "what p2 was made on", "theirs": "p2"}
HEADING = b"Rules\n=======\n- one\n"


def test_a_whole_file_has_both_versions_between_marks() -> None:
    text = marked(Sides(None, b"a\n", b"b"), LABELS)

    assert text == b"<<<<<<< so far: p1\na\n=======\nb\n>>>>>>> p2\n"
    assert marked(Sides(b"x", None, b"b\n"), LABELS).startswith(b"<<<<<<< so far: p1\n=======\nb")


@pytest.mark.parametrize("line", [b"<<<<<<< p1", b"||||||| base", b"=======", b">>>>>>> p2"])
def test_a_mark_that_is_left_is_found(line: bytes) -> None:
    sides = Sides(b"", b"a\n", b"b\n")

    assert left_over(b"a\n" + line + b"\nb\n", sides) == line
    assert left_over(b"a\r\n" + line + b"\r\nb\r\n", sides) == line


def test_what_a_side_has_itself_is_no_mark() -> None:
    sides = Sides(None, HEADING, b"- two\n")

    assert left_over(HEADING + b"- two\n", sides) == b""
    assert left_over(b"# ======= is no line of its own\n", sides) == b""


CONTENTS = st.none() | st.sampled_from([b"", b"a", b"b"])
SIDES = st.builds(Sides, CONTENTS, CONTENTS, CONTENTS)


@given(SIDES, SIDES, st.sampled_from("pq"), st.sampled_from("pq"))
def test_a_key_is_the_same_for_the_same_texts_of_the_same_path_alone(
    one: Sides, other: Sides, here: str, there: str
) -> None:
    first, second = Clash(here, one, b"", "x"), Clash(there, other, b"y", "z")

    assert (first.key == second.key) == ((here, one) == (there, other))


@pytest.mark.parametrize(
    ("path", "content", "why"),
    [
        ("prompts/system.md", b"all is well\n", ""),
        ("prompts/new.md", b"", ""),
        ("prompts/system.md", None, ""),
        ("tools/read.py", FILES["tools/read.py"], ""),
        ("tools/read.py", b"def (", "is not valid Python at line 1"),
        ("middleware/hooks.json", b"{}", "hooks"),
        ("prompts/system.md", b"\0", "is no UTF-8 text"),
        ("prompts/system.md", b"\xff", "is no UTF-8 text"),
        ("prompts/system.md", b"x" * 256_001, "expected at most 256000"),
        ("harness.toml", MANIFEST, "is outside of every surface"),
        ("main.py", None, "is outside of every surface"),
        ("prompts/../main.md", b"x", "has an empty, '.' or '..' part"),
        ("prompts/\u202e.md", b"x", "invisible character"),
        ("prompts/.git/config.md", b"x", "belongs to git"),
    ],
)
def test_a_file_is_writable_where_a_patch_could_have_written_it(
    path: str, content: bytes | None, why: str
) -> None:
    said = unwritable(parse_manifest(MANIFEST).surfaces, path, content)

    assert bool(said) == bool(why)
    assert why in said
