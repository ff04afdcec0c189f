"""A recording of a replay, for asciinema: version 2 of its format, a line for the head and one for each frame."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

from saddle_tui.new_file import new_text
from saddle_tui.replaying.cells import changed
from saddle_tui.replaying.follower import ReplayFollower
from saddle_tui.replaying.stage import Shape, staged
from saddle_tui.text.safe import clean

OPTION = "--cast"
FRAME_S = 0.125
IDLE_S = 2.0
"""Players wait no longer than that for the next frame."""
LINGER_S = 1.0
"""The last frame stands."""
BEGIN, END = "\x1b[?25l\x1b[0m\x1b[2J", "\x1b[0m\x1b[?25h\r\n"
Told = Callable[[str], None]


class Beat:
    """A clock that goes on by a frame when it is told."""

    def __init__(self) -> None:
        self.frames = 0

    def __call__(self) -> float:
        return self.frames * FRAME_S


def write_cast(
    follower: ReplayFollower, beat: Beat, to: Path, shape: Shape, until: int, told: Told
) -> None:
    """Play from where the follower is, into a new file.

    Args:
        follower: of the run, which goes by `beat`.
        beat: its clock.
        to: the file.
        shape: of the screen.
        until: the last record that is shown.
        told: hears how far it is, now and then.

    Raises:
        ConfigError: the file exists, or cannot be written.
    """
    with new_text(to, OPTION) as file:
        asyncio.run(_record(follower, beat, file, shape, until, told))


async def _record(
    follower: ReplayFollower, beat: Beat, file: TextIO, shape: Shape, until: int, told: Told
) -> None:
    _line(file, _head(follower, shape))
    async with staged(follower, shape) as (app, pilot):
        shown = app.rows()
        _frame(file, 0.0, BEGIN + changed([[]] * len(shown), shown))
        follower.play(True)
        while follower.player.playing and follower.state.seq < until:
            beat.frames += 1
            follower.pull()
            follower.settle()
            if follower.state.seq > until:
                follower.seek(until)
                follower.settle()
            app.main.draw()
            await pilot.pause()
            before, shown = shown, app.rows()
            _frame(file, beat(), changed(before, shown))
            told(f"{beat():.0f} s, record {follower.state.seq:,} of {until:,}")
        _frame(file, beat() + LINGER_S, END)


def _head(follower: ReplayFollower, shape: Shape) -> dict[str, Any]:
    return {
        "version": 2,
        "width": shape.size[0],
        "height": shape.size[1],
        "timestamp": int(follower.index.timeline.began),
        "idle_time_limit": IDLE_S,
        "title": clean(f"saddle-tui: {follower.folder.name}"),
        "env": {"TERM": "xterm-256color"},
    }


def _frame(file: TextIO, at: float, text: str) -> None:
    if text:
        _line(file, [round(at, 3), "o", text])


def _line(file: TextIO, value: Any) -> None:
    file.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")
