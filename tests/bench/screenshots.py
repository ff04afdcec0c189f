"""Pictures of the screen for the docs, made from a recorded run.

    python tests/bench/screenshots.py HOME docs/images

Takes the newest finished run of HOME, as `saddle-tui --home HOME demo --headless` leaves one.
"""

import asyncio
import os
import sys
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


class Moment(RunViewer):
    """A run as a viewer saw it when a record was its newest."""

    def __init__(self, folder: RunFolder, last: Record) -> None:
        super().__init__(folder.database, SystemClock())
        self._last = last

    def tail(self, after: int, limit: int = 1000) -> list[Record]:
        return [each for each in super().tail(after, limit) if each.seq <= self._last.seq]

    def records(self, subject: str, after: int = 0, limit: int = -1) -> list[Record]:
        return [
            each for each in super().records(subject, after, limit) if each.seq <= self._last.seq
        ]

    def earlier(self, subject: str, before: int, limit: int) -> list[Record]:
        return super().earlier(subject, min(before, self._last.seq + 1), limit)

    def heartbeat_age(self) -> float | None:
        return 0.1


class Then(SystemClock):
    """The time of a record."""

    def __init__(self, last: Record) -> None:
        self._at = last.at

    def now(self) -> float:
        return self._at


async def picture(folder: RunFolder, last: Record, size: tuple[int, int]) -> str:
    """The screen as SVG."""
    with Moment(folder, last) as viewer:
        follower = Follower(folder, viewer, Then(last))
        app = SaddleApp(follower)
        async with app.run_test(size=size) as pilot:
            while follower.behind:
                await pilot.pause()
            app.look()
            await pilot.pause()
            return _portable(app.export_screenshot(title="saddle-tui demo"))


def _portable(svg: str) -> str:
    """Some renderers drop no-break spaces at the ends of a text."""
    return svg.replace("&#160;", " ").replace("<text ", '<text xml:space="preserve" ')


def at_the_last_gate(records: list[Record]) -> Record:
    """The middle of the last dev gate: rollouts at work, a patch on its way, a grown EvoDAG."""
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
    return records[ended[len(ended) // 2].seq + 1]


def main(home: Path, to: Path) -> None:
    os.environ["SADDLE_HOME"] = str(home)  # commands on the screen need no --home then
    folder = find_run(home, None)
    with open_viewer(folder) as viewer:
        records = viewer.tail(0, 10**6)
    gate = at_the_last_gate(records)
    with hold(folder.lock, SystemClock()):
        for name, size in {"demo": (120, 36), "small": (80, 24)}.items():
            (to / f"{name}.svg").write_text(asyncio.run(picture(folder, gate, size)))
    (to / "done.svg").write_text(asyncio.run(picture(folder, records[-1], (80, 24))))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
