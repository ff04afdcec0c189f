"""The language of filters: what matches, and one sentence for what is wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saddle_tui.filtering import kept, matcher, parse
from tests.tui.hostile import HOSTILE

ROW = {
    "id": "r3",
    "outcome": "failed",
    "node": "n3",
    "task": "depot-2",
    "kind": "before",
    "text": "no File",
}


@pytest.mark.parametrize(
    "text",
    ["", "depot", "r3 file", "~o failed", "~o FAIL", "~n n3", "~t depot & ~o failed", "stamp | depot",
     "!stamp", "! (stamp | trail) ~k before", '"no file"', "((depot))", "!!depot", "stamp | depot file"],
)  # fmt: skip
def test_it_matches(text: str) -> None:
    assert matcher(text)(ROW)


@pytest.mark.parametrize(
    "text",
    ["stamp", "~o passed", "~n n", "~n n30", "~p p1", "!depot", "depot & !file", '"file no"',
     "(stamp | trail) depot", "!(depot | stamp)"],
)  # fmt: skip
def test_it_does_not_match(text: str) -> None:
    assert not matcher(text)(ROW)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(a", "a ( has no )"),
        ("a)", "')' stands alone; join terms with & or |"),
        ("a &", "a word is missing at the end"),
        ("| a", "a word is missing before |"),
        ("()", "a word is missing before )"),
        ("~o", "~o needs a word: ~o OUTCOME"),
        ("~o & x", "~o needs a word: ~o OUTCOME"),
        ("~", "~ is no field; there are ~o outcome"),
        ("~z x", "~z is no field; there are ~o outcome"),
        ('"a', '" has no end; write it twice, or not at all'),
        ("(" * 200 + "a", "more than 20 parentheses"),
        ("!" * 200 + "a", "more than 20 parentheses"),
    ],
)
def test_what_is_wrong_is_one_sentence(text: str, said: str) -> None:
    found = parse(text)

    assert isinstance(found, str)
    assert said in found


@given(st.text(alphabet="ab ~onk()&|!\"'", max_size=60) | st.text(max_size=40) | st.just(HOSTILE))
def test_any_text_is_read_or_refused(text: str) -> None:
    found = parse(text)

    assert isinstance(found, str) or isinstance(found(ROW), bool)


def test_rows_that_match_keep_their_order() -> None:
    rows = {"r1": {"task": "a"}, "r2": {"task": "b"}, "r3": {"task": "ab"}}

    assert kept("a", rows, rows.__getitem__) == ["r1", "r3"]
    assert kept("", rows, rows.__getitem__) == ["r1", "r2", "r3"]
