"""Pictures of the screen for the docs, made from a recorded run.

    python tests/bench/screenshots.py HOME docs/images [NAME ...]

Takes the newest finished run of HOME, as `saddle-tui --home HOME demo --headless` leaves one. A patch
is held in a copy of its journal, since nobody is asked in the demo.
"""

import asyncio
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from saddle_engine import events as ev
from saddle_engine.adapters.clock import SystemClock
from saddle_engine.events import Record
from saddle_engine.types.rollout import Purpose
from saddle_engine.types.taxonomy import SubType
from saddle_runs.folder import RunFolder, find_run
from saddle_runs.lock import hold
from saddle_runs.viewer import RunViewer
from saddle_tui.app import SaddleApp
from saddle_tui.follower import Follower
from saddle_tui.reading import open_viewer
from saddle_tui.seat import DRIVER, Role, Seat

SMALL, BROAD = (80, 24), (120, 40)
CALM = 5
"""Looks at the screen between which nothing changes."""


class Moment(RunViewer):
    """A run as a viewer saw it when a record was its newest."""

    def __init__(self, folder: RunFolder, records: Sequence[Record]) -> None:
        super().__init__(folder.database, SystemClock())
        self._records = records

    def tail(self, after: int, limit: int = 1000) -> list[Record]:
        return list(self._records[after : after + limit])

    def records(self, subject: str, after: int = 0, limit: int = -1) -> list[Record]:
        found = super().records(subject, after, limit)
        return [each for each in found if each.seq <= len(self._records)]

    def earlier(self, subject: str, before: int, limit: int) -> list[Record]:
        return super().earlier(subject, min(before, len(self._records) + 1), limit)

    def heartbeat_age(self) -> float | None:
        return 0.1


class Then(SystemClock):
    """The time of a record."""

    def __init__(self, last: Record) -> None:
        self._at = last.at

    def now(self) -> float:
        return self._at


class Driving(Seat):
    """A picture is taken by whoever drives."""

    def renew(self) -> Role:
        self.role = DRIVER
        return DRIVER


class Shot(NamedTuple):
    """A picture."""

    name: str
    records: Sequence[Record]
    """What the run has come to."""
    size: tuple[int, int]
    keys: Sequence[str] = ()


async def picture(folder: RunFolder, shot: Shot) -> str:
    """The screen as SVG, after some keys."""
    with (
        Moment(folder, shot.records) as viewer,
        closing(Follower(folder, viewer, Then(shot.records[-1]))) as follower,
    ):
        app = SaddleApp(follower, Driving(folder, SystemClock()))
        async with app.run_test(size=shot.size) as pilot:
            while follower.behind:
                await pilot.pause()
            for key in shot.keys:
                await pilot.press(key)
                await pilot.pause(0.1)
            await _settle(app)
            return _portable(app.export_screenshot(title="saddle-tui demo"))


async def _settle(app: SaddleApp) -> None:
    """What is read in the background is there, and every pane was drawn."""
    before, calm = "", 0
    while calm < CALM:
        await asyncio.sleep(0.2)
        app.look()
        shown = app.export_screenshot(title="")
        before, calm = shown, calm + 1 if shown == before else 0


def _portable(svg: str) -> str:
    """Some renderers drop no-break spaces at the ends of a text."""
    return svg.replace("&#160;", " ").replace("<text ", '<text xml:space="preserve" ')


def at_the_last_gate(records: Sequence[Record]) -> Sequence[Record]:
    """Up to the middle of the last dev gate: rollouts at work, a patch on its way, a grown EvoDAG."""
    gates = [
        record.event.batch
        for record in records
        if isinstance(record.event, ev.BatchPlanned) and record.event.purpose is Purpose.DEV
    ]
    in_gate = {
        record.event.rollout
        for record in records
        if isinstance(record.event, ev.RolloutPlanned) and record.event.batch == gates[-1]
    }
    ended = [
        record
        for record in records
        if isinstance(record.event, ev.RolloutFinished) and record.event.rollout in in_gate
    ]
    # Whoever has just ended is followed by the start of the next one.
    return records[: ended[len(ended) // 2].seq + 2]


def with_a_patch_held(records: Sequence[Record]) -> Sequence[Record]:
    """Up to the last patch that became a node, as if it had been held then."""
    patches = [
        each.event.patch
        for each in records
        if isinstance(each.event, ev.NodeAdmitted) and each.event.patch
    ]
    proposed = next(
        each
        for each in records
        if isinstance(each.event, ev.PatchProposed) and each.event.patch == patches[-1]
    )
    asked = ev.ApprovalAsked(patch=patches[-1])
    return [
        *records[: proposed.seq],
        Record(seq=proposed.seq + 1, at=proposed.at, event=asked),
    ]


def in_a_diagnosis(records: Sequence[Record]) -> Sequence[Record]:
    """Up to the middle of the last diagnosis: it has read files and called tools, and is not done."""
    begun = [
        each.event.session
        for each in records
        if isinstance(each.event, ev.SessionStarted) and each.event.agent == "diagnosis"
    ]
    steps = [
        each.seq
        for each in records
        if isinstance(each.event, ev.ToolCalled) and each.event.session == begun[-1]
    ]
    return records[: steps[len(steps) * 3 // 4]]


def conflicting(records: Sequence[Record]) -> Sequence[str]:
    """Keys that choose the first patch, and the first two that add to the list of hooks."""
    proposed = [each.event for each in records if isinstance(each.event, ev.PatchProposed)]
    made = [each for each in proposed if each.commit is not None]
    hooks = [each for each in made if each.subtype is SubType.PRE_TOOL_HOOK]
    chosen = [made[0].patch, *(each.patch for each in hooks[:2])]
    return [key for patch in chosen for key in ("at", *patch, "enter", "8", "space")]


def shots(records: Sequence[Record]) -> Iterator[Shot]:
    """All pictures of the docs."""
    gate, held = at_the_last_gate(records), with_a_patch_held(records)
    diagnosis = in_a_diagnosis(records)
    triage = conflicting(records)
    yield Shot("demo", gate, BROAD)
    yield Shot("small", gate, SMALL, ("j",))
    yield Shot("done", records, SMALL)
    yield Shot("evodag", gate, BROAD, ("2", "end", "k", "k"))
    yield Shot("compare", gate, BROAD, ("2", "home", "m", "end", "k", "equals_sign", "j"))
    yield Shot("rollouts", gate, BROAD, ("3", *10 * "j"))
    yield Shot("difference", gate, BROAD, ("5", "d"))
    yield Shot("diagnosis", diagnosis, BROAD, ("4",))
    yield Shot("triage", held, SMALL, ("5",))
    yield Shot("patches", held, BROAD, ("5",))
    yield Shot("queue", records, BROAD, ("8", *triage))
    yield Shot("together", records, SMALL, ("8", *triage, "C"))
    yield Shot("scores", records, BROAD, ("6",))
    yield Shot("log", records, BROAD, ("at", *"it3", "enter"))
    yield Shot("palette", held, SMALL, ("ctrl+p", *"patch"))
    yield Shot("help", held, SMALL, ("5", "question_mark"))


def main(home: Path, to: Path, only: Sequence[str]) -> None:
    with TemporaryDirectory() as scratch:  # what is decided in a picture is decided on a copy
        shutil.copytree(find_run(home, None).path.parent, Path(scratch) / "runs")
        os.environ["SADDLE_HOME"] = scratch  # commands on the screen need no --home then
        _take(find_run(Path(scratch), None), to, only)


def _take(folder: RunFolder, to: Path, only: Sequence[str]) -> None:
    with open_viewer(folder) as viewer:
        records = viewer.tail(0, 10**6)
    with hold(folder.lock, SystemClock()):
        for shot in shots(records):
            if not only or shot.name in only:
                folder.at("triage.db").unlink(missing_ok=True)
                svg = asyncio.run(picture(folder, shot))
                (to / f"{shot.name}.svg").write_text(svg)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
