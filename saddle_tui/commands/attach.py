"""`saddle-tui attach RUN`."""

import argparse
import sys

from saddle_engine.errors import ConfigError
from saddle_runs.folder import find_run, list_runs, refuse_lone
from saddle_tui import user_keys
from saddle_tui.commands.screen_flags import add_screen_flags, chosen
from saddle_tui.picking.heads import heads
from saddle_tui.picking.nothing import no_runs
from saddle_tui.text.safe import clean

USAGE = 2


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "run",
        nargs="?",
        metavar="RUN",
        help="name, id or unique prefix; default: the live one, of several the one you choose, else the newest",
    )
    parser.add_argument(
        "--observe", action="store_true", help="only look: this screen has no keys that steer"
    )
    add_screen_flags(parser)
    user_keys.add(parser)


def run(arguments: argparse.Namespace) -> int:
    user_keys.choose(arguments.keys)
    if not arguments.run and not list_runs(arguments.home):
        for line in no_runs(arguments.home):
            print(clean(line), file=sys.stderr)
        return USAGE
    folder = find_run(arguments.home, arguments.run)
    if not arguments.observe:
        refuse_lone(folder, "attach")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ConfigError("attach needs a terminal; use `saddle-tui show` for a run's numbers")
    from saddle_tui.watch import attach

    live = [] if arguments.run else [run for run in heads(arguments.home) if run.alive]
    if live:
        folder = live[0].folder
    pick = len(live) > 1
    return attach(folder, observe=arguments.observe, chosen=chosen(arguments), pick=pick)
