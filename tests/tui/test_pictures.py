"""The screen in every state of a run and in every size: what it looks like, and that nothing in it is amiss.

After a wanted change look at the new pictures: `SADDLE_NEW_PICTURES=1 pytest tests/tui/test_pictures.py`
writes them, and `git diff` shows what has changed.
"""

import os
from collections.abc import Iterator
from functools import cache
from itertools import cycle, product
from pathlib import Path

import pytest

from saddle_tui.screens.rooms import ROOMS
from saddle_tui.text.safe import clean
from saddle_tui.text.width import width_of
from saddle_tui.view import View
from tests.tui.gallery import Gallery, gallery
from tests.tui.moments import moments
from tests.tui.states import states

GOLDEN = Path(__file__).parent / "golden"
Size = tuple[int, int]
SMALL, USUAL, LARGE, HUGE = (60, 18), (80, 24), (120, 40), (200, 60)
SIZES = [SMALL, USUAL, (80, 60), (100, 30), LARGE, (180, 50), HUGE, (300, 100)]

ALL = tuple(ROOMS)
PICTURES: dict[str, list[tuple[str, tuple[str, ...]]]] = {
    "60x18": [("at work", ("live", "dag", "scores")), ("held", ("patches",)), ("waiting", ("live",)),
              ("chosen", ("triage",))],
    "80x24": [
        ("waiting", ("live", "scores")),
        ("begun", ("live", "patches", "triage")),
        ("at work", ALL),
        ("diagnosing", ("diagnosis",)),
        ("held", ("live", "dag", "patches")),
        ("decided", ("patches",)),
        ("no match", ("rollouts", "patches", "diagnosis")),
        ("behind", ("live", "diagnosis")),
        ("silent", ("live",)),
        ("interrupted", ("live", "patches")),
        ("failed", ("live",)),
        ("damaged", ("live",)),
        ("paused", ("live",)),
        ("at a limit", ("live",)),
        ("left at a limit", ("live",)),
        ("aborted", ("live",)),
        ("testing", ("live", "scores")),
        ("done", ("live", "scores")),
        ("no gain", ("live", "dag")),
        ("evaluating", ALL),
        ("evaluated", ("live", "scores")),
        ("long names", ("live", "rollouts", "diagnosis", "patches", "triage")),
        ("chosen", ("triage", "triage composed")),
    ],
    "120x40": [("at work", ALL), ("held", ("patches",)), ("evaluated", ("scores",)),
               ("chosen", ("triage", "triage composed"))],
    "200x60": [("at work", ALL), ("held", ("live",)), ("chosen", ("triage",))],
}  # fmt: skip


@cache
def _views() -> dict[str, View]:
    return dict(states())


@pytest.mark.parametrize("size", PICTURES)
async def test_the_screen_looks_as_it_was_drawn(size: str) -> None:
    columns, rows = map(int, size.split("x"))
    shown = ""
    async with gallery(_views()["waiting"]) as hall:
        for name, rooms in PICTURES[size]:
            for room, _, pane in (room.partition(" ") for room in rooms):
                picture = await hall.picture(_views()[name], room, (columns, rows), pane)
                shown += f"=== {name}: {ROOMS[room].title}{f', {pane}' * bool(pane)} ===\n{picture}"

    golden = GOLDEN / f"{size}.txt"
    if os.environ.get("SADDLE_NEW_PICTURES"):
        golden.write_text(shown, encoding="utf-8")
    assert shown == golden.read_text(encoding="utf-8")


async def test_nothing_is_empty_cut_or_on_top_of_another_at_any_moment() -> None:
    """Every moment on every screen; every size meets every screen and most moments."""
    async with gallery(_views()["waiting"]) as hall:
        for size, visits in _visits().items():
            for name, view, room in visits:
                await hall.picture(view, room, size)
                _check(hall, f"{name}, {room}, {size}")


def _visits() -> dict[Size, list[tuple[str, View, str]]]:
    turns, visits = cycle(SIZES), dict[Size, list[tuple[str, View, str]]]()
    for (name, view), room in product([*_views().items(), *moments()], ALL):
        visits.setdefault(next(turns), []).append((name, view, room))
    return visits


@pytest.mark.parametrize("room", ALL)
async def test_every_pane_of_every_screen_can_have_the_whole_window(room: str) -> None:
    async with gallery(_views()["waiting"]) as hall:
        for pane, (name, view) in product(ROOMS[room].panes, _some()):
            await hall.picture(view, room, USUAL, pane)
            hall.app.main.stand.open(room, pane)
            hall.app.main.draw()
            await hall.pilot.pause()
            assert hall.app.main.stand.visible() == [pane]
            _check(hall, f"{name}, {room}, {pane}")


def _some() -> Iterator[tuple[str, View]]:
    return ((name, _views()[name]) for name in ("begun", "evaluating", "long names"))


def _check(hall: Gallery, where: str) -> None:
    shown, (width, height) = hall.text.rstrip("\n").split("\n"), hall.app.size
    assert len(shown) == height, where
    assert all(width_of(clean(line)) <= width for line in shown), where
    panes = hall.panes()
    for pane in panes:
        assert hall.app.screen.region.contains_region(pane.region), f"{where}: {pane.id}"
        assert pane.content_size.height > 1, f"{where}: {pane.id} has no room"
        assert any(text.strip() for line in pane._shown for text, _ in line), f"{where}: {pane.id}"
        for line in pane._shown:
            cells = sum(width_of(text) for text, _ in line)
            assert cells <= pane.content_size.width, f"{where}: {pane.id}: {line}"
    for number, pane in enumerate(panes):
        for other in panes[number + 1 :]:
            assert not pane.region.overlaps(other.region), f"{where}: {pane.id} on {other.id}"
