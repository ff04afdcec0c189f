"""`saddle-tui estimate CONFIG.toml`."""

import argparse
import tempfile
from pathlib import Path
from typing import Any

from saddle_engine.harness.manifest import read_manifest
from saddle_tui.config import about, load
from saddle_tui.estimating.facts import Facts, published, simulated
from saddle_tui.estimating.past import past_of
from saddle_tui.estimating.plan import plan_of
from saddle_tui.estimating.report import report
from saddle_tui.estimating.table import lines
from saddle_tui.settings import Settings
from saddle_tui.tasks import benchmark_of
from saddle_tui.text.json_text import json_text
from saddle_tui.text.safe import clean


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "config", type=Path, metavar="CONFIG.toml", help="the configuration of the run"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(arguments: argparse.Namespace) -> int:
    found = estimated(arguments.home, load(arguments.config), arguments.config)
    if arguments.json:
        print(json_text(found))
    else:
        for line in lines(found):
            print(clean(line))
    return 0


def estimated(home: Path, settings: Settings, source: Path | None = None) -> dict[str, Any]:
    """The estimate of a configuration, refined by earlier runs of the home.

    Raises:
        ConfigError: the harness or its tasks cannot be used, or a price is not known.
    """
    with tempfile.TemporaryDirectory(prefix="saddle-estimate-") as scratch, about(source):
        harness = read_manifest(settings.harness_folder()).name
        plan = plan_of(settings, benchmark_of(settings, Path(scratch)))
    facts = past_of(home, settings, harness).refine(_assumed(settings))
    return report(plan, facts, simulated=settings.simulated)


def _assumed(settings: Settings) -> Facts:
    """Each role's as its model is."""
    roles = settings.model
    of_task = simulated() if roles.task.provider == "simulated" else published()
    of_agents = simulated() if roles.optimizer.provider == "simulated" else published()
    return Facts(of_task.rollout, of_agents.sessions, of_agents.rates)
