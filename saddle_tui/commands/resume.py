"""`saddle-tui resume RUN`."""

import argparse

from saddle_engine.errors import ConfigError
from saddle_engine.types.steering import RunStatus
from saddle_runs.folder import find_run
from saddle_tui.launch import start_and_follow
from saddle_tui.limits import limit
from saddle_tui.reading import read_state

HELP = "go on with a run where its last engine left it"


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
        metavar="rollouts=N",
        help="raise a hard limit",
    )


def run(arguments: argparse.Namespace) -> int:
    folder = find_run(arguments.home, arguments.run)
    state = read_state(folder)
    if state.status is RunStatus.DONE:
        print(f"{folder.id} is done already; see: saddle-tui show {folder.id}")
        return 0
    limits: dict[str, float] = dict(arguments.limit)
    floor = state.spent_rollouts + (state.run.test_cost if state.run and not state.sealed else 0)
    if limits.get("rollouts", floor) < floor:
        raise ConfigError(
            f"--limit rollouts={limits['rollouts']:g} is fewer than the {floor} that are spent or set aside"
        )
    return start_and_follow(
        folder, headless=arguments.headless, as_json=arguments.json, limits=limits
    )
