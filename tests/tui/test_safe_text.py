"""Nothing in clean text acts, hides or has a disputed width; what people read stays readable."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saddle_tui.text.safe import LINE_LIMIT, clean
from tests.tui.hostile import BITS, CONTROLS, MARKUP, violations

ANY = st.text(st.characters(exclude_categories=()), max_size=60)


@given(ANY)
def test_no_text_acts_or_hides(text: str) -> None:
    shown = clean(text)

    assert violations(shown.encode()) == []
    assert all(char.isprintable() for char in shown)


@pytest.mark.parametrize("text", BITS)
def test_no_hostile_text_acts(text: str) -> None:
    assert violations(clean(text).encode()) == []


@given(ANY)
def test_clean_text_stays_as_it_is(text: str) -> None:
    shown = clean(text)

    assert clean(shown) == shown


@pytest.mark.parametrize(
    "text",
    [*MARKUP, "naïve", "Ωμέγα", "界面", "नमस्ते", "שלום", "cafe\u0301", "👩 ❤ ✓ ★", "a\ufffdb"],
)
def test_ordinary_text_stays_readable(text: str) -> None:
    assert clean(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[2Jb", "a␛[2Jb"),
        ("a\tb\x7f", "a␉b␡"),
        ("\x9b31m", "\\u009b31m"),
        ("\u202eabc", "\\u202eabc"),
        ("a\u200bb", "a\\u200bb"),
        ("a\u2028b", "a\\u2028b"),
        ("\U000e0041", "\\U000e0041"),
        ("\udc80", "\ufffd"),
        ("a\xa0b\u3000c", "a b c"),
    ],
)
def test_what_acts_or_hides_is_spelled_out(text: str, shown: str) -> None:
    assert clean(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [("👩\u200d💻", "👩💻"), ("👍\U0001f3fd", "👍"), ("❤\ufe0f", "❤"), ("🇩🇪", "DE")],
)
def test_emojis_take_a_width_that_all_terminals_agree_on(text: str, shown: str) -> None:
    assert clean(text) == shown


def test_marks_build_no_tower_and_lean_on_nothing_before_the_text() -> None:
    marks = [char for char in clean("e" + "\u0301" * 50) if unicodedata.combining(char)]

    assert len(marks) == 3
    assert clean("\u0301e").startswith("◌")


def test_a_line_has_an_end() -> None:
    assert len(clean("x" * 10_000_000)) == LINE_LIMIT
    assert clean("x" * 10_000_000).endswith("…")


def test_every_control_is_seen() -> None:
    shown = clean(CONTROLS)

    assert shown.startswith("␀␁␂")
    assert len(shown) == 33 + 32 * len("\\u0080")


@pytest.mark.parametrize("value", [3, 0.5, ValueError("bad\x1b")])
def test_anything_can_be_shown(value: object) -> None:
    assert "\x1b" not in clean(value)
