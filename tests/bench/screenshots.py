"""Pictures of the screen for the docs, made from a recorded run.

    python tests/bench/screenshots.py HOME docs/images

Takes the newest finished run of HOME, as `saddle-tui --home HOME demo --headless` leaves one. A patch
is held in a copy of its journal, since nobody is asked in the demo.
"""

import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from saddle_engine import events as ev
from saddle_engine.adapters.clock import SystemClock
from saddle_engine.events import Record
from saddle_engine.types.rollout import Purpose
from saddle_runs.folder import RunFolder, find_run
from saddle_runs.lock import hold
from saddle_runs.viewer import RunViewer
from saddle_tui.app import SaddleApp
from saddle_tui.follower import Follower
from saddle_tui.reading import open_viewer
from saddle_tui.seat import DRIVER, Role, Seat

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


async def picture(
    folder: RunFolder, records: Sequence[Record], size: tuple[int, int], keys: Sequence[str] = ()
) -> str:
    """The screen as SVG, after some keys."""
    with Moment(folder, records) as viewer:
        follower = Follower(folder, viewer, Then(records[-1]))
        app = SaddleApp(follower, Driving(folder, SystemClock()))
        async with app.run_test(size=size) as pilot:
            while follower.behind:
                await pilot.pause()
            await pilot.press(*keys)
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


def main(home: Path, to: Path) -> None:
    os.environ["SADDLE_HOME"] = str(home)  # commands on the screen need no --home then
    folder = find_run(home, None)
    with open_viewer(folder) as viewer:
        records = viewer.tail(0, 10**6)
    gate, held = at_the_last_gate(records), with_a_patch_held(records)
    with hold(folder.lock, SystemClock()):
        for name, moment, size, keys in (
            ("demo", gate, (120, 40), ()),
            ("small", gate, (80, 24), ("j", "enter")),
            ("triage", held, (80, 24), ("5",)),
            ("evodag", gate, (120, 40), ("2", "end", "k", "k")),
            ("compare", gate, (120, 40), ("2", "home", "m", "end", "k", "equals_sign", "j")),
        ):
            svg = asyncio.run(picture(folder, moment, size, keys))
            (to / f"{name}.svg").write_text(svg)
    (to / "done.svg").write_text(asyncio.run(picture(folder, records, (80, 24))))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
