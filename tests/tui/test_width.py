"""Text is cut by cells, never through a wide character."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saddle_tui.text.safe import clean
from saddle_tui.text.width import ending, fit, pad, width_of, wrap

ANY = st.text(max_size=80)
CELLS = st.integers(0, 40)


@given(ANY, CELLS)
def test_what_fits_is_never_wider(text: str, cells: int) -> None:
    assert width_of(fit(text, cells)) <= cells


@given(ANY, CELLS)
def test_a_column_is_as_wide_as_it_says(text: str, cells: int) -> None:
    assert width_of(pad(text, cells)) == cells


@given(ANY, st.integers(1, 40))
def test_the_ending_is_never_wider(text: str, cells: int) -> None:
    assert width_of(ending(text, cells)) <= cells


@given(ANY, st.integers(4, 40), st.integers(1, 4), st.integers(0, 3))
def test_wrapped_lines_keep_to_their_room(text: str, cells: int, rows: int, indent: int) -> None:
    lines = wrap(clean(text), cells, rows, indent)

    assert len(lines) <= rows
    assert all(width_of(line) <= cells for line in lines)


@pytest.mark.parametrize(
    ("text", "cells", "shown"),
    [
        ("abcdef", 4, "abc…"),
        ("界界界", 4, "界…"),
        ("界界", 4, "界界"),
        ("abc", 0, ""),
        ("e\u0301x", 2, "e\u0301x"),
    ],
)
def test_a_cut_is_shown(text: str, cells: int, shown: str) -> None:
    assert fit(text, cells) == shown


def test_last_words_are_the_last_words() -> None:
    assert ending("thinking\nabout the   answer", 12) == "… the answer"
    assert ending("界" * 50, 7) == "…界界界"


def test_words_stay_whole_and_later_lines_are_indented() -> None:
    assert wrap(clean("one two three four"), 9, 3, 2) == ["one two", "  three", "  four"]


def test_a_word_longer_than_a_line_is_broken() -> None:
    assert wrap(clean("abcdefghij"), 4, 3) == ["abcd", "efgh", "ij"]


@given(st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=60), st.integers(4, 30))
def test_wrapping_loses_nothing_where_there_is_room(text: str, cells: int) -> None:
    assert "".join(wrap(clean(text), cells, 60)) == text
