"""`saddle-tui report RUN [--to FILE.md|FILE.html]`."""

import argparse
import dataclasses
from pathlib import Path
from typing import Any

from saddle_engine.adapters.clock import SystemClock
from saddle_tui.commands.run_argument import add_run, run_of
from saddle_tui.facts import patch_facts
from saddle_tui.reporting.facts.everything import Facts, facts_of
from saddle_tui.reporting.markdown import markdown
from saddle_tui.reporting.material import Material, gather
from saddle_tui.reporting.sections.everything import document
from saddle_tui.reporting.writing import check, write
from saddle_tui.text.json_text import json_text
from saddle_tui.text.safe import clean


def add(parser: argparse.ArgumentParser) -> None:
    add_run(parser)
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--to",
        type=Path,
        metavar="FILE",
        help="FILE.html, one page with plots, or FILE.md, where an older report is written anew; else Markdown is"
        " printed",
    )
    where.add_argument("--json", action="store_true", help="its numbers as one JSON object")


def run(arguments: argparse.Namespace) -> int:
    if arguments.to:
        check(arguments.to)
    material = gather(run_of(arguments), SystemClock().now())
    facts = facts_of(material)
    if arguments.json:
        print(json_text(_values(material, facts)))
    elif arguments.to:
        size = write(arguments.to, document(material, facts))
        so_far = "" if facts.head.over else f" ({facts.head.status}: so far)"
        mark = ", simulated" if facts.head.simulated else ""
        print(
            clean(
                f"report of {facts.head.name}{so_far}{mark}: {arguments.to}, {size / 1000:,.0f} kB"
            )
        )
    else:
        print(markdown(document(material, facts)), end="")
    return 0


def _values(material: Material, facts: Facts) -> dict[str, Any]:
    """All facts but the drawing of the EvoDAG, which repeats what stands in them."""
    found = dataclasses.asdict(facts)
    del found["graph"]
    state = material.view.state
    return found | {"patches": [patch_facts(patch, state) for patch in state.patches.values()]}
