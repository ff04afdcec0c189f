"""Keys that nobody has pressed: a terminal's own answers, and whatever is inside of a paste."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.events import Key, Paste

from saddle_tui.term.parser import BEGIN, END, HasRead, Parser
from saddle_tui.term.sounding import ANSWER
from tests.tui.hostile import HOSTILE


def _read(*parts: str) -> list[str]:
    """Keys by their names, pastes in brackets."""
    parser = Parser()
    events = [event for part in parts for event in parser.feed(part)]
    return [
        f"[{event.text}]" if isinstance(event, Paste) else event.key
        for event in events
        if isinstance(event, Paste | Key)
    ]


@pytest.mark.parametrize(
    "answer",
    [
        "\x1b]11;rgb:0/0/0\x07",
        "\x1b]11;rgb:0/0/0\x1b\\",
        "\x1bP>|tmux 3.3a\x1b\\",
        "\x1b_Gi=31;OK\x1b\\",
    ],
)
def test_an_answer_of_the_terminal_is_no_key(answer: str) -> None:
    assert _read(f"a{answer}b") == ["a", "b"]


@pytest.mark.parametrize("cut", range(len(ANSWER) + 1))
def test_an_answer_to_our_question_is_told_to_the_driver_however_it_comes(cut: int) -> None:
    parser = Parser()
    came = ["a" + ANSWER[:cut], ANSWER[cut:] + f"{BEGIN}{ANSWER}{END}"]
    events = [type(event) for part in came for event in parser.feed(part)]

    # After a single Escape a key may follow; no terminal cuts its answer there.
    assert events.count(HasRead) == (0 if cut == 1 else 1)
    assert _read(*came)[-1] == "[␛[0n]"


def test_an_escape_in_a_paste_presses_no_key() -> None:
    read = _read(f"{BEGIN}{HOSTILE.replace(END, '')}{END}x")

    assert [each for each in read if not each.startswith("[")] == ["x"]
    assert len(read) == 2


@given(at=st.integers(2, 24))
def test_a_paste_that_arrives_in_two_parts_presses_no_key(at: int) -> None:
    text = f"{BEGIN}a\x1b[2Jv\x1b[A y\n{END}x"

    assert _read(text[:at], text[at:]) == ["[a␛[2Jv␛[A y\n]", "x"]


def test_keys_are_keys() -> None:
    assert _read("a\x1b[A\x1b[2~\x1bOP") == ["a", "up", "insert", "f1"]
