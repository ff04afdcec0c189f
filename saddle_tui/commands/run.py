"""`saddle-tui run CONFIG.toml`."""

import argparse
import re
from pathlib import Path

from saddle_runs.folder import free_name
from saddle_tui import user_keys
from saddle_tui.commands.screen_flags import add_screen_flags, chosen
from saddle_tui.config import load
from saddle_tui.launch import launch


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "config", type=Path, metavar="CONFIG.toml", help="harness, tasks, policy, limits, sandbox"
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--headless", action="store_true", help="print one line per event of interest")
    how.add_argument("--detach", action="store_true", help="start it and come back at once")
    parser.add_argument("--json", action="store_true", help="with --headless: events as JSON")
    parser.add_argument("--name", help="what to call the run (default: the config's file name)")
    parser.add_argument(
        "--sandbox", choices=["docker", "none"], help="instead of the config's [sandbox] kind"
    )
    parser.add_argument(
        "--unsandboxed", action="store_true", help="accept that harness code runs as your own user"
    )
    add_screen_flags(parser)
    user_keys.add(parser)


def run(arguments: argparse.Namespace) -> int:
    user_keys.choose(arguments.keys)
    settings = load(arguments.config)
    if arguments.sandbox:
        sandbox = settings.sandbox.model_copy(update={"kind": arguments.sandbox})
        settings = settings.model_copy(update={"sandbox": sandbox})
    return launch(
        arguments.home,
        settings,
        arguments.name or free_name(arguments.home, _name_of(arguments.config)),
        headless=arguments.headless,
        detach=arguments.detach,
        as_json=arguments.json,
        unsandboxed=arguments.unsandboxed,
        source=arguments.config,
        chosen=chosen(arguments),
    )


def _name_of(config: Path) -> str:
    """The file's name as a run may be called."""
    return re.sub(r"[^a-z0-9._-]+", "-", config.stem.lower()).strip("._-")[:56] or "run"
