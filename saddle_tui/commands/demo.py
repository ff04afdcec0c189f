"""`saddle-tui demo`: a whole run, offline and free."""

import argparse

from saddle_runs.folder import free_name
from saddle_tui import user_keys
from saddle_tui.commands.screen_flags import add_screen_flags, chosen
from saddle_tui.config import settings_of
from saddle_tui.launch import launch

EPOCHS = 5


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--headless", action="store_true", help="print one line per event of interest"
    )
    parser.add_argument("--json", action="store_true", help="with --headless: events as JSON")
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="of every random decision (0)"
    )
    parser.add_argument(
        "--policy", choices=["paper"], default="paper", help="how the search decides (paper)"
    )
    parser.add_argument(
        "--rollouts", type=int, metavar="N", help="rollouts of the search; then it is tested"
    )
    parser.add_argument(
        "--sandbox",
        choices=["none", "docker"],
        default="none",
        help="isolation of the boxes (none)",
    )
    add_screen_flags(parser)
    user_keys.add(parser)


def run(arguments: argparse.Namespace) -> int:
    user_keys.choose(arguments.keys)
    settings = settings_of(
        {
            "seed": arguments.seed,
            "harness": {"bundled": "react"},
            "policy": {
                "name": arguments.policy,
                "epochs": EPOCHS,
                "rollouts": arguments.rollouts,
            },
            "sandbox": {"kind": arguments.sandbox},
        }
    )
    return launch(
        arguments.home,
        settings,
        free_name(arguments.home, "demo"),
        headless=arguments.headless,
        detach=False,
        as_json=arguments.json,
        unsandboxed=False,
        chosen=chosen(arguments),
    )
