"""`saddle-tui replay RUN`."""

import argparse
import sys

from saddle_engine.errors import ConfigError
from saddle_runs.folder import find_run
from saddle_tui import user_keys
from saddle_tui.commands.screen_flags import add_screen_flags, chosen
from saddle_tui.replaying.player import SPEEDS


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "run", nargs="?", metavar="RUN", help="name, id or unique prefix; default: the newest"
    )
    parser.add_argument(
        "--at",
        default="start",
        metavar="PLACE",
        help="where to begin: a record (1234), a time (0:12:30), an iteration (it3), a node (n3),"
        " patch, rollout or session, start or end",
    )
    parser.add_argument(
        "--speed", type=_speed, default=1.0, metavar="X", help="how fast it plays: 0.25 to 64 (1)"
    )
    add_screen_flags(parser)
    user_keys.add(parser)


def run(arguments: argparse.Namespace) -> int:
    user_keys.choose(arguments.keys)
    folder = find_run(arguments.home, arguments.run)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ConfigError("replay needs a terminal; use `saddle-tui show` for a run's numbers")
    from saddle_tui.watch import replay

    return replay(folder, at=arguments.at, speed=arguments.speed, chosen=chosen(arguments))


def _speed(text: str) -> float:
    """One of the speeds; an argparse type."""
    try:
        numerator, _, denominator = text.partition("/")
        speed = float(numerator) / float(denominator or 1)
    except (ValueError, ZeroDivisionError):
        speed = 0.0
    if speed not in SPEEDS:
        speeds = ", ".join(f"{each:g}" for each in SPEEDS)
        raise argparse.ArgumentTypeError(f"{text!r} is no speed; expected one of {speeds}")
    return speed
