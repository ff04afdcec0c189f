"""`saddle-tui doctor [CONFIG]`."""

import argparse
import os
import shutil
from pathlib import Path

from saddle_engine.errors import ConfigError
from saddle_tui.config import load, settings_of
from saddle_tui.doctor.needs import Needs
from saddle_tui.doctor.render import as_object, lines, ready
from saddle_tui.text.json_text import json_text

DEMO = {"harness": {"bundled": "react"}, "sandbox": {"kind": "none"}}
WIDEST = 120


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "config",
        nargs="?",
        type=Path,
        metavar="CONFIG.toml",
        help="what a run would be begun with; default: the demo",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(arguments: argparse.Namespace) -> int:
    from saddle_tui.doctor.examine import examine  # no other command waits for it

    groups = examine(_needs(arguments.config, arguments.home))
    subject = str(arguments.config) if arguments.config else "the demo"
    if arguments.json:
        print(json_text(as_object(groups, subject)))
    else:
        for line in lines(groups, subject, min(shutil.get_terminal_size().columns, WIDEST)):
            print(line)
    return 0 if ready(groups) else 1


def _needs(config: Path | None, home: Path) -> Needs:
    """A config that cannot be used is a finding, and the rest is looked at all the same."""
    settings, trouble = settings_of(DEMO), ""
    try:
        settings = load(config) if config else settings
    except ConfigError as why:
        trouble = str(why)
    return Needs(settings, config, home, dict(os.environ), trouble)
