"""What a command line can say about the screen; a file and the environment say the rest."""

import argparse
from typing import Any, get_args

from saddle_tui.taste import ThemeName


def add_screen_flags(parser: argparse.ArgumentParser) -> None:
    """The flags of every command that opens a screen."""
    screen = parser.add_argument_group("the screen")
    screen.add_argument("--theme", choices=get_args(ThemeName), help="its colours (auto)")
    screen.add_argument("--ascii", action="store_true", help="draw with plain letters only")
    screen.add_argument(
        "--mouse",
        action=argparse.BooleanOptionalAction,
        help="take clicks and the wheel; Shift then selects as before (no)",
    )
    screen.add_argument(
        "--slow-link", action="store_true", help="paint twice a second, and only what changes"
    )


def chosen(arguments: argparse.Namespace) -> dict[str, Any]:
    """What was said, by field of `Taste`."""
    said: dict[str, Any] = {}
    if arguments.theme:
        said["theme"] = arguments.theme
    if arguments.ascii:
        said["glyphs"] = "ascii"
    if arguments.mouse is not None:
        said["mouse"] = arguments.mouse
    if arguments.slow_link:
        said["slow_link"] = "on"
    return said
