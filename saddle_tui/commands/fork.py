"""`saddle-tui fork RUN NODE`."""

import argparse
import sys

from saddle_runs.folder import RunFolder, find_run, refuse_lone
from saddle_tui import user_keys
from saddle_tui.commands.screen_flags import add_screen_flags, chosen
from saddle_tui.steps import Steps
from saddle_tui.text.safe import clean


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run", metavar="RUN", help="name, id or unique prefix")
    parser.add_argument("node", metavar="NODE", help="n3, best or seed")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--headless", action="store_true", help="print one line per event of interest")
    how.add_argument("--detach", action="store_true", help="start it and come back at once")
    parser.add_argument("--json", action="store_true", help="with --headless: events as JSON")
    parser.add_argument(
        "--name", help="what to call the new run (default: the old one's name and the node)"
    )
    parser.add_argument("--reason", metavar="TEXT", default="", help="why, for the old run")
    add_screen_flags(parser)
    user_keys.add(parser)


def run(arguments: argparse.Namespace) -> int:
    from saddle_tui.forking import make_fork, tell
    from saddle_tui.launch import begin

    user_keys.choose(arguments.keys)
    folder = find_run(arguments.home, arguments.run)
    refuse_lone(folder, "fork")

    def make(steps: Steps) -> RunFolder:
        made = make_fork(folder, arguments.node, arguments.name, steps)
        told = tell(folder, made, reason=arguments.reason)
        noted = "" if told else f"; no engine is at work on {folder.name}, so it does not know"
        said = f"{made.run.name} ({made.run.id}) begins with {folder.name}:{made.node}{noted}"
        print(clean(said), file=sys.stderr)
        return made.run

    return begin(
        make,
        headless=arguments.headless,
        detach=arguments.detach,
        as_json=arguments.json,
        chosen=chosen(arguments),
    )
