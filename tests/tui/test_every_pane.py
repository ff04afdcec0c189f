"""Every pane at every moment and size: it says something, stays in its place, and nothing acts."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saddle_tui.screens.contents import CONTENTS
from saddle_tui.text.safe import SafeText
from saddle_tui.text.width import width_of
from saddle_tui.trace.entry import Entry
from saddle_tui.trace.patch_text import PatchText
from saddle_tui.trace.transcript import Transcript
from saddle_tui.view import View
from saddle_tui.widgets import (
    advice,
    bar,
    diagnosis,
    patch,
    trace,
)
from saddle_tui.widgets.pane import Line, Lines
from tests.tui.hostile import BITS, HOSTILE, violations
from tests.tui.moments import looks, moments

PANES: dict[str, Lines] = {content.id: content.lines for content in CONTENTS.values()}
TITLES: list[Callable[[View], SafeText]] = [content.title for content in CONTENTS.values()]
KEYS: list[Callable[[View], Hashable]] = [each.key for each in CONTENTS.values() if each.key]
NARROWEST = 56  # columns of a bar in the smallest window
SIZES = [(20, 3), (25, 8), (34, 9), (56, 20), (76, 22), (118, 36), (198, 56)]


def _storable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


@cache
def _plain() -> dict[str, View]:
    return dict(looks())


@pytest.mark.parametrize("pane", PANES)
@pytest.mark.parametrize(("width", "rows"), SIZES)
def test_every_pane_says_something_at_every_moment(pane: str, width: int, rows: int) -> None:
    for name, view in _plain().items():
        lines = PANES[pane](view, width, rows)

        assert any(text.strip() for line in lines for text, _ in line), name
        assert _widest(lines) <= width, name


@pytest.mark.parametrize(("width", "rows"), [(34, 9), (76, 22)])
def test_no_words_act_on_any_pane_or_leave_it(width: int, rows: int) -> None:
    for _, view in looks(_storable(HOSTILE)):
        _check(view, width, rows)


def test_no_kind_of_hostile_words_acts() -> None:
    for bit in BITS:
        for _, view in moments(_storable(bit)):
            _check(view, 56, 12)


def _check(view: View, width: int, rows: int) -> None:
    frame = (bar.bar, advice.advice) if width >= NARROWEST else ()
    for lines in (*PANES.values(), *frame):
        shown = lines(view, width, rows)
        assert _widest(shown) <= width
        assert _acting(text for line in shown for text, _ in line) == []
    assert _acting(title(view) for title in TITLES) == []


def _widest(lines: list[Line]) -> int:
    return max((sum(width_of(text) for text, _ in line) for line in lines), default=0)


def _acting(texts: Iterable[SafeText]) -> list[str]:
    return violations("\n".join(texts).encode("utf-8", "surrogateescape"))


@given(st.sampled_from(sorted(_plain())), st.integers(20, 220), st.integers(0, 70))
def test_panes_fit_any_room(name: str, width: int, rows: int) -> None:
    for pane, lines in PANES.items():
        shown = lines(_plain()[name], width, rows)

        assert _widest(shown) <= width, pane


def test_no_pane_is_drawn_again_for_the_same_view() -> None:
    for view in _plain().values():
        assert [key(view) for key in KEYS] == [key(view) for key in KEYS]


def test_another_text_of_a_patch_is_drawn() -> None:
    view = next(view for view in _plain().values() if view.patch_text is not None)
    other = replace(view, patch_text=PatchText("p99"))

    assert patch.key(view) != patch.key(other)
    assert diagnosis.key(view) != diagnosis.key(other)


def test_another_part_of_a_trace_is_drawn_also_in_the_memory_of_the_last_one() -> None:
    view = next(iter(_plain().values()))
    drawn = trace.key(replace(view, trace=Transcript("r1", (Entry(1, ()),))))

    for seq in range(2, 50):
        assert drawn != trace.key(replace(view, trace=Transcript("r1", (Entry(seq, ()),))))


def test_the_moments_are_told_apart() -> None:
    names = [name for name, _ in moments()]

    assert len(names) == len(set(names)) > 15
