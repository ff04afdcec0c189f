"""From a VT100 to kitty: the screen opens and can be used, with what the terminal has, or says why not."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from saddle_runs.folder import RunFolder
from saddle_tui.term.abilities import FEW, NONE, PALETTE, TRUE_COLOUR, colours
from saddle_tui.term.sounding import ASK, far
from tests.tui.attached import assert_restored, attached
from tests.tui.hostile import violations
from tests.tui.stories import Story, engine, write_run
from tests.tui.test_wire import colour_kinds

QUERIES = re.compile(
    rb"\x1b\[(?:\d*n|[>=]?\d*c|>\d*q|\?\d+\$p|\?u|\d+t(?<!;2t))"  # positions, kinds, modes, keyboards, sizes
    rb"|\x1b\](?:4;\d+|1[0-9]|52;c);\?|\x1bP\+q|\x1bP\$q|\x1b_G"  # colours, clipboard, capabilities, pictures
)
ASKED = {b"\x1b[?2026$p"}
"""Whether frames can be kept whole; nothing waits for the answer. Over SSH also: whether all was read."""
KEYBOARDS = re.compile(rb"\x1b\[[>=][\d;]*u|\x1b\[>4;\d*m|\x1b\[\?9001h")
"""Switched on: kitty's, xterm's and Windows' ways to tell of keys."""
SSH = {"SSH_CONNECTION": "10.0.0.1 5 10.0.0.2 22", "SSH_TTY": "/dev/pts/7"}
TRUE = {"COLORTERM": "truecolor"}
SENT = {TRUE_COLOUR: {"rgb"}, PALETTE: {"indexed"}, FEW: {"palette"}, NONE: set[str]()}
Terms = list[tuple[dict[str, str], set[str]]]
TRIED: Terms = [
    ({"TERM": "vt100", **TRUE}, set()),
    ({"TERM": "vt220", **SSH}, set()),
    ({"TERM": "linux"}, {"palette"}),
    ({"TERM": "screen-256color", "STY": "1.pts", **TRUE}, {"indexed"}),
    ({"TERM": "tmux-256color", "TMUX": "/tmp/none,1,0", **TRUE}, {"rgb"}),
    ({"TERM": "xterm-256color", **SSH}, {"indexed"}),
    ({"TERM": "xterm-kitty", **TRUE}, {"rgb"}),
    ({"TERM": "of-tomorrow", **SSH}, {"palette"}),
    ({"TERM": "xterm-kitty", "NO_COLOR": "1", **TRUE}, set()),
    ({"TERM": "alacritty", "LANG": "C", **SSH}, {"indexed"}),
]
"""On a screen; with the kinds of colours that it is sent."""
LIKE_THEM: Terms = [
    ({"TERM": "vt100"}, set()),
    ({"TERM": "screen"}, {"palette"}),
    ({"TERM": "screen", "STY": "1.pts", **TRUE}, {"palette"}),
    ({"TERM": "tmux-256color", "TMUX": "/tmp/none,1,0"}, {"indexed"}),
    ({"TERM": "xterm", **SSH}, {"palette"}),
    ({"TERM": "xterm-16color"}, {"palette"}),
    ({"TERM": "xterm-256color", **TRUE}, {"rgb"}),
    ({"TERM": "xterm-256color", "COLORTERM": "rxvt"}, {"indexed"}),
    ({"TERM": "xterm-kitty", **SSH}, {"indexed"}),
    ({"TERM": "alacritty", **SSH}, {"indexed"}),
    ({"TERM": "foot", **SSH}, {"indexed"}),
    ({"TERM": "foot", **TRUE}, {"rgb"}),
    ({"TERM": "wezterm", **SSH}, {"indexed"}),
    ({"TERM": "xterm-direct"}, {"rgb"}),
]


@pytest.fixture
def run(tmp_path: Path) -> Iterator[RunFolder]:
    with engine(folder := write_run(tmp_path / "home", Story().start().seed().grow(0.75, "n0"))):
        yield folder


def _name(each: dict[str, str] | set[str]) -> str:
    return "-".join(each.values()) if isinstance(each, dict) else ""


@pytest.mark.parametrize(("environment", "kinds"), TRIED + LIKE_THEM, ids=_name)
def test_colours_are_those_that_the_terminal_has(
    environment: dict[str, str], kinds: set[str]
) -> None:
    assert SENT[colours(environment)] == kinds


@pytest.mark.parametrize(("environment", "kinds"), TRIED, ids=_name)
def test_the_screen_can_be_used_with_what_the_terminal_has(
    run: RunFolder, environment: dict[str, str], kinds: set[str]
) -> None:
    with attached(run, environment=environment) as screen:  # which answers no question
        screen.type(b"2")
        screen.wait_for(b"EvoDAG")
        screen.settle()
        screen.type(b"?")
        screen.wait_for(b"Esc leaves")
        screen.settle()
        screen.type(b"\x11")
        written = screen.wait_end()

    assert screen.code == 0
    assert colour_kinds(written) == kinds
    assert set(QUERIES.findall(written)) <= ASKED | ({ASK.encode()} if far(environment) else set())
    assert written.count(ASK.encode()) <= 1  # this one never answers
    assert not KEYBOARDS.findall(written)
    assert violations(written) == []
    assert written.isascii() == (
        environment.get("LANG") == "C" or environment["TERM"] in {"vt100", "vt220", "linux"}
    )
    assert_restored(written)


@pytest.mark.parametrize("term", ["dumb", "unknown", ""])
@pytest.mark.parametrize("ssh", [{}, SSH])
def test_a_terminal_that_cannot_show_it_is_told_in_a_sentence(
    run: RunFolder, term: str, ssh: dict[str, str]
) -> None:
    with attached(run, environment={"TERM": term, **TRUE, **ssh}, up=False) as screen:
        written = screen.wait_end()

    assert b"the screen needs a terminal that can move its cursor (TERM is" in written
    assert b"saddle-tui show" in written
    assert b"\x1b" not in written
    assert screen.code == 2
