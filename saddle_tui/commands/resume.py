"""`saddle-tui resume RUN`."""

import argparse

from saddle_engine.commands import Command
from saddle_engine.errors import ConfigError
from saddle_engine.state import RunState
from saddle_engine.steering import decide
from saddle_engine.types.steering import RunStatus
from saddle_runs.folder import find_run, refuse_lone
from saddle_runs.lock import refuse_owned
from saddle_tui import user_keys
from saddle_tui.aborted import refuse_aborted
from saddle_tui.commands.screen_flags import add_screen_flags, chosen
from saddle_tui.commands.show import print_report
from saddle_tui.hints import on_run
from saddle_tui.launch import start_and_follow
from saddle_tui.limits import limit
from saddle_tui.packing import complete
from saddle_tui.reading import read_state


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "run", nargs="?", metavar="RUN", help="name, id or unique prefix; default: the newest"
    )
    parser.add_argument(
        "--headless", action="store_true", help="print one line per event of interest"
    )
    parser.add_argument("--json", action="store_true", help="with --headless: events as JSON")
    parser.add_argument(
        "--limit",
        action="append",
        default=[],
        type=limit,
        metavar="NAME=N",
        help="a new hard limit: rollouts, usd, tokens, hours; may be repeated",
    )
    add_screen_flags(parser)
    user_keys.add(parser)


def run(arguments: argparse.Namespace) -> int:
    user_keys.choose(arguments.keys)
    folder = find_run(arguments.home, arguments.run)
    refuse_lone(folder, "resume")
    refuse_owned(folder.lock)
    state = read_state(folder)
    refuse_aborted(state)
    if state.status is RunStatus.DONE:
        complete(folder)
        print(f"{folder.id} is done already; see: {on_run(folder, 'show')}")
        return 0
    for name, value in arguments.limit:
        _check_limit(state, name, value)
    code = start_and_follow(
        folder,
        headless=arguments.headless,
        as_json=arguments.json,
        limits=dict(arguments.limit),
        chosen=chosen(arguments),
    )
    if state.evaluation is not None and not arguments.json:
        print_report(folder, as_json=False)
    return code


def _check_limit(state: RunState, name: str, value: float) -> None:
    """What an operator may not do to a running engine cannot be done from here either."""
    command = Command(id="resume", verb="limit", arguments={"name": name, "value": value})
    if isinstance(reason := decide(state, command), str):
        raise ConfigError(f"--limit {name}={value:g}: {reason}")
