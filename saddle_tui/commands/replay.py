"""`saddle-tui replay RUN`."""

import argparse
import re
import sys
from pathlib import Path

from saddle_engine.errors import ConfigError
from saddle_runs.folder import RunFolder
from saddle_tui import user_keys
from saddle_tui.commands.progress import Progress
from saddle_tui.commands.run_argument import add_run, run_of
from saddle_tui.commands.screen_flags import add_screen_flags, chosen
from saddle_tui.replaying.player import SPEEDS, shown, speed_of
from saddle_tui.screens.rooms import ROOMS
from saddle_tui.text.safe import clean

LEAST, MOST = (40, 8), (500, 200)
"""Columns and rows."""


def add(parser: argparse.ArgumentParser) -> None:
    add_run(parser)
    parser.add_argument(
        "--at",
        default="start",
        metavar="PLACE",
        help="where to begin: a record (1234), a time (0:12:30), an iteration (it3), a node (n3),"
        " patch, rollout, session, bookmark, start or end",
    )
    parser.add_argument(
        "--speed", type=_speed, default=1.0, metavar="X", help="how fast it plays: 1/4 to 64 (1)"
    )
    parser.add_argument("--screen", choices=[*ROOMS], default="live", help="the one to begin with")
    made = parser.add_argument_group("without a terminal")
    how = made.add_mutually_exclusive_group()
    how.add_argument("--svg", type=Path, metavar="FILE", help="a picture of the screen at --at")
    how.add_argument(
        "--cast", type=Path, metavar="FILE", help="a recording for asciinema, played from --at on"
    )
    made.add_argument(
        "--until", metavar="PLACE", help="with --cast: where it ends (the end of the run)"
    )
    made.add_argument(
        "--size", type=_size, metavar="COLUMNSxROWS", help="of the picture or recording (120x40)"
    )
    add_screen_flags(parser)
    user_keys.add(parser)


def run(arguments: argparse.Namespace) -> int:
    user_keys.choose(arguments.keys)
    if arguments.until and not arguments.cast:
        raise ConfigError("--until goes with --cast FILE")
    if arguments.size and not (arguments.svg or arguments.cast):
        raise ConfigError("--size goes with --svg FILE or --cast FILE")
    folder = run_of(arguments)
    if arguments.svg or arguments.cast:
        return _made(folder, arguments)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ConfigError(
            "replay needs a terminal; --svg FILE makes a picture and --cast FILE a recording without"
            " one, and `saddle-tui show` tells a run's numbers"
        )
    from saddle_tui.watch import replay

    return replay(
        folder,
        at=arguments.at,
        speed=arguments.speed,
        room=arguments.screen,
        chosen=chosen(arguments),
    )


def _made(folder: RunFolder, arguments: argparse.Namespace) -> int:
    """A picture or a recording."""
    from saddle_tui.replaying.making import make_cast, make_still
    from saddle_tui.replaying.stage import Shape

    shape = Shape(arguments.size or Shape().size, arguments.screen, chosen(arguments))
    to, what = (arguments.svg, "picture") if arguments.svg else (arguments.cast, "recording")
    with Progress() as told:
        if arguments.svg:
            make_still(folder, arguments.svg, shape, told, at=arguments.at)
        else:
            make_cast(
                folder, arguments.cast, shape, told,
                at=arguments.at, until=arguments.until or "end", speed=arguments.speed,
            )  # fmt: skip
    print(clean(f"{what} of {folder.name}: {to}, {to.stat().st_size / 1000:,.0f} kB"))
    return 0


def _speed(text: str) -> float:
    """One of the speeds; an argparse type."""
    if (speed := speed_of(text)) is None:
        speeds = ", ".join(map(shown, SPEEDS))
        raise argparse.ArgumentTypeError(f"{text!r} is no speed; expected one of {speeds}")
    return speed


def _size(text: str) -> tuple[int, int]:
    """Columns and rows; an argparse type."""
    match = re.fullmatch(r"([0-9]{1,4})x([0-9]{1,4})", text)
    size = (int(match[1]), int(match[2])) if match else (0, 0)
    if not all(low <= given <= high for low, given, high in zip(LEAST, size, MOST, strict=True)):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no size; expected COLUMNSxROWS, such as 120x40, from 40x8 to 500x200"
        )
    return size
