"""The app as a whole: it shows the state at any size, pulls for nothing when nothing changed, and never freezes."""

import asyncio
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from textual.pilot import Pilot

from saddle_engine import events as ev
from saddle_engine.adapters.clock import SystemClock
from saddle_engine.types.rollout import Purpose
from saddle_runs.folder import RunFolder
from saddle_runs.viewer import RunViewer
from saddle_tui.app import SaddleApp
from saddle_tui.follower import SLICE_S, Follower
from saddle_tui.view import View
from saddle_tui.widgets.bar import bar
from saddle_tui.widgets.events import events
from saddle_tui.widgets.pane import Lines, Pane
from saddle_tui.widgets.rollouts import rollouts
from tests.tui.stories import StoppedClock, Story, engine, write_run
from tests.tui.views import view_of

SIZES = [(60, 18), (80, 24), (100, 30), (120, 40), (200, 60)]
CALM = 3
"""Looks at the screen between which nothing changes."""


class CountingViewer(RunViewer):
    """Counts what it is asked for."""

    tails = lives = 0

    def tail(self, after: int, limit: int = 1000) -> list[ev.Record]:
        self.tails += 1
        return super().tail(after, limit)

    def live(self) -> dict[str, str]:
        self.lives += 1
        return super().live()


@contextmanager
def _following(folder: RunFolder) -> Iterator[tuple[Follower, CountingViewer]]:
    with CountingViewer(folder.database, SystemClock()) as viewer:
        yield Follower(folder, viewer, StoppedClock()), viewer


def _grown() -> Story:
    story = Story().start(limits={"rollouts": 400}).seed().decline("n0").grow(0.75, "n0")
    story.iterate("n1")
    story.batch(Purpose.BEFORE, ["stamp-1", "depot-2", "trail-3"], 1)
    story.propose("n1")
    story.begin_all(Purpose.AFTER, ["stamp-1", "depot-2", "trail-3"], 503)
    return story


async def _settle(app: SaddleApp, pilot: Pilot[None], follower: Follower) -> None:
    while follower.behind:
        await pilot.pause(0.01)
    app.look()
    calm = 0
    while calm < CALM:  # what is drawn may change the layout, and so what is drawn
        before = _text(app)
        await pilot.pause()
        calm = calm + 1 if _text(app) == before else 0


def _text(app: SaddleApp) -> list[str]:
    """What stands on the screen, line by line."""
    strips = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip).rstrip() for strip in strips]


@pytest.mark.parametrize("size", SIZES)
async def test_the_screen_shows_what_matters_at_any_size(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    folder = write_run(tmp_path / "home", _grown())
    with engine(folder), _following(folder) as (follower, _):
        app = SaddleApp(follower)
        async with app.run_test(size=size) as pilot:
            await _settle(app, pilot, follower)
            shown = "\n".join(_text(app))

    for word in ("running", "CAPABILITY", "it 3", "SIMULATED", "NO SANDBOX", "engine at work",
                 "best n1 0.750", "+0.250", "rollouts 10 of 400", "▶ run", "r10", "n0", "p3 on the",
                 "EvoDAG", "Trace", "Rollouts", "? help", "q detach"):  # fmt: skip
        assert word in shown
    assert ("Scores" in shown) == (size >= (100, 30))


@pytest.mark.parametrize("size", [(39, 24), (80, 7), (1, 1), (10, 3)])
async def test_a_tiny_window_gets_a_sentence(tmp_path: Path, size: tuple[int, int]) -> None:
    folder = write_run(tmp_path / "home", _grown())
    with engine(folder), _following(folder) as (follower, _):
        app = SaddleApp(follower)
        async with app.run_test(size=size) as pilot:
            await _settle(app, pilot, follower)
            small = _text(app)
            await pilot.resize_terminal(80, 24)
            await _settle(app, pilot, follower)
            large = _text(app)

    assert "EvoDAG" not in "".join(small)
    if size[0] > 10:
        assert f"{size[0]} x {size[1]}; the screen needs 40 x 8" in " ".join(
            " ".join(small).split()
        )
    assert "EvoDAG" in "".join(large)


async def test_nothing_new_costs_nothing(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "home", _grown())
    with _following(folder) as (follower, viewer):
        app = SaddleApp(follower)
        async with app.run_test(size=(80, 24)) as pilot:
            await _settle(app, pilot, follower)
            asked = (viewer.tails, viewer.lives)
            drawn = _count_updates(app)

            for _ in range(50):
                app.pull()
                app.look()
            await pilot.pause()

    assert (viewer.tails, viewer.lives) == asked
    assert drawn == []


def _count_updates(app: SaddleApp) -> list[str]:
    drawn: list[str] = []
    for pane in app.query(Pane):
        pane.refresh = lambda *_, name=pane.id, **__: drawn.append(name or "")  # type: ignore[assignment,method-assign]
    return drawn


async def test_a_new_record_is_on_the_screen_within_a_second(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "home", _grown())
    with engine(folder) as journal, _following(folder) as (follower, _):
        app = SaddleApp(follower)
        async with app.run_test(size=(80, 24)) as pilot:
            await _settle(app, pilot, follower)
            await journal.append(ev.RunPaused(by="operator", reason="lunch"))
            async with asyncio.timeout(5):
                while "paused by the operator" not in "\n".join(_text(app)):
                    await pilot.pause(0.05)

            assert "p goes on" in "\n".join(_text(app))


async def test_the_death_of_the_engine_is_seen(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "home", _grown())
    with _following(folder) as (follower, _):
        app = SaddleApp(follower)
        async with app.run_test(size=(80, 24)) as pilot:
            with engine(folder):
                await _settle(app, pilot, follower)
                before = "\n".join(_text(app))
                folder.log.write_text("out of memory\n")
            async with asyncio.timeout(5):
                while "its last words: out of memory" not in "\n".join(_text(app)):
                    await pilot.pause(0.05)

    assert "interrupted" not in before


async def test_a_dead_engine_says_nothing_any_more(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "home", _grown())
    with _following(folder) as (follower, _):
        with engine(folder) as journal:
            follower.look()
            journal.show("r10", "asks the model")
            async with asyncio.timeout(5):
                while not follower.view().live:
                    await asyncio.sleep(0.01)
                    follower.pull()
        follower.look()

    assert follower.view().live == {}


def test_a_run_that_was_taken_away_is_said_to_be(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "home", _grown())
    with _following(folder) as (follower, _):
        folder.path.rename(tmp_path / "elsewhere")
        follower.look()

    assert follower.view().trouble == f"{folder.path} was removed or moved"


def test_a_journal_that_was_replaced_is_said_to_be(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "home", _grown())
    with _following(folder) as (follower, _):
        other = write_run(tmp_path / "elsewhere", _grown())
        other.database.replace(folder.database)
        follower.look()

    assert f"{folder.database} was replaced by another file" in str(follower.view().trouble)


def _long(rollouts: int) -> Story:
    story = Story().start().seed()
    for _ in range(rollouts // 100):
        story.iterate("n0")
        story.batch(Purpose.BEFORE, [f"task-{number}" for number in range(100)], 0)
    return story


def test_catching_up_takes_short_breaths(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "home", _long(5000))
    with _following(folder) as (follower, _):
        breaths = []
        while follower.behind:
            start = time.perf_counter()
            follower.pull()
            breaths.append(time.perf_counter() - start)

    assert len(breaths) > 3
    assert sorted(breaths)[len(breaths) // 2] < SLICE_S * 4
    assert follower.state.spent_rollouts == 5004


@pytest.mark.parametrize("lines", [bar, rollouts, events])
def test_a_look_at_a_long_run_costs_what_a_look_at_a_short_one_does(lines: Lines) -> None:
    short, long = _view_of_long(200), _view_of_long(10_000)

    assert _cost(lines, long) < 3 * _cost(lines, short)


@cache
def _view_of_long(rollouts: int) -> View:
    return view_of(_long(rollouts))


def _cost(lines: Lines, view: View) -> int:
    """Lines of Python that one look runs: the same on a busy machine."""
    count = 0

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    lines(view, 80, 20)  # what is worked out once is not counted
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        lines(view, 80, 20)
    finally:
        sys.settrace(before)
    return count


def test_a_journal_that_contradicts_itself_is_told_once(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "home", Story().start().grow(0.5, "n7"))
    with _following(folder) as (follower, _):
        assert follower.pull()
        assert not follower.pull()

        assert "contradicts itself" in str(follower.view().trouble)
        assert not follower.behind
