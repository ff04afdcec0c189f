"""Moments of made-up runs, and what panes say about them."""

from collections import deque
from pathlib import Path

from saddle_engine.events import Record
from saddle_engine.state import RunState
from saddle_engine.types.rollout import Outcome, Purpose
from saddle_runs.folder import RunFolder
from saddle_tui.recent import Recent
from saddle_tui.story import tell
from saddle_tui.tally import Tally
from saddle_tui.text.safe import SafeText
from saddle_tui.trace.happened import happened
from saddle_tui.trace.log_window import Rows
from saddle_tui.view import Engine, View
from saddle_tui.widgets.advice import advice
from saddle_tui.widgets.pane import Lines
from tests.tui.stories import Story

TASKS = ["stamp-1", "depot-2", "trail-3"]


def view_of(
    story: Story,
    *,
    alive: bool = True,
    live: dict[str, str] | None = None,
    silent_s: float | None = 0.2,
    home: Path = Path("/home/me/.saddle"),
) -> View:
    """The view after the story's last record."""
    state, recent, tally = RunState(), Recent(), Tally()
    told, log = [], deque[Record](maxlen=200)
    for record in story.records():
        log.append(record)
        state.apply(record)
        recent.apply(record, state)
        tally.apply(record, state)
        told.append(tell(record, state, recent.began))
    return View(
        folder=RunFolder(home / "runs" / "abcdefgh-demo", "abcdefgh", "demo"),
        state=state,
        recent=recent,
        tally=tally,
        live=live or {},
        told=[each for each in told if each is not None],
        engine=Engine(alive, silent_s),
        elapsed_s=state.at - recent.began,
        log=Rows(tuple(map(happened, log)), state.seq, last=state.seq),
    )


def text_of(lines: Lines, view: View, width: int = 80, rows: int = 24) -> list[SafeText]:
    return [
        SafeText("".join(text for text, _ in line).rstrip()) for line in lines(view, width, rows)
    ]


def advice_of(view: View) -> str:
    return " ".join(line.strip() for line in text_of(advice, view, 200))


def at_work() -> Story:
    story = Story().start(limits={"rollouts": 400}).seed().grow(0.75, "n0")
    story.iterate("n1")
    story.batch(Purpose.BEFORE, TASKS, 1)
    patch = story.propose("n1")
    ids = story.plan(Purpose.AFTER, TASKS, 502)
    return story.begin(*ids[:2]).end(ids[0], Outcome.FAILED) if patch else story
