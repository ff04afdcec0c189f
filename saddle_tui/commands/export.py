"""`saddle-tui export RUN:NODE --to DIR | --patch FILE | --branch REPO:NAME`."""

import argparse
import asyncio
from collections.abc import Sequence
from pathlib import Path

from saddle_engine.adapters.git import Git
from saddle_engine.adapters.gitstore import GitStore
from saddle_engine.dag import Node
from saddle_engine.errors import ConfigError
from saddle_engine.harness.lineage import Step
from saddle_engine.state import RunState
from saddle_runs.folder import RunFolder
from saddle_runs.stores import repository
from saddle_tui.commands.run_argument import add_run, run_of
from saddle_tui.lineage import steps_to
from saddle_tui.nodes import BEST, node_named
from saddle_tui.reading import begun, open_viewer
from saddle_tui.targets import Target, add_targets, target_of
from saddle_tui.text.safe import clean


def add(parser: argparse.ArgumentParser) -> None:
    add_run(
        parser,
        metavar="RUN[:NODE]",
        help="name, id, unique prefix or path (default: the newest), and a node (default: the best)",
    )
    parser.add_argument(
        "--node", metavar="N", help="which node: n3, best or seed; the same as RUN:N"
    )
    add_targets(parser, "where to", required=True)


def run(arguments: argparse.Namespace) -> int:
    arguments.run, node = _split(arguments.run or "")
    if node and arguments.node and node != arguments.node:
        raise ConfigError(
            f"{arguments.run}:{node} and --node {arguments.node} name two nodes; give one"
        )
    target = target_of(arguments)
    assert target is not None
    folder = run_of(arguments)
    state, steps, chosen = _read(folder, arguments.node or node, lineage=not arguments.to)
    written = asyncio.run(_deliver(repository(folder), target, steps, chosen))
    mark = ", simulated" if state.run and state.run.simulated else ""
    print(clean(f"{chosen.id} (dev {chosen.dev:.3f}{mark}) is in {written}"))
    return 0


def _read(folder: RunFolder, node: str, *, lineage: bool) -> tuple[RunState, list[Step], Node]:
    with open_viewer(folder) as viewer:
        state = begun(folder, viewer)
        chosen = node_named(state, node or BEST, node and f"{folder.name}:{node}")
        return state, steps_to(state, chosen, viewer.blob) if lineage else [], chosen


async def _deliver(repo: Path, target: Target, steps: Sequence[Step], node: Node) -> str:
    store = GitStore(repo)
    commits = dict.fromkeys(
        [*(step.before for step in steps[:1]), *(step.after for step in steps), node.commit]
    )
    versions = {str(commit): await store.files(commit) for commit in commits}
    return await target.deliver(Git(repo), steps, versions, node.commit)


def _split(text: str) -> tuple[str | None, str]:
    """A run and a node of it; a path may have colons in its folders."""
    name, colon, node = text.rpartition(":")
    if not colon or "/" in node:
        return text or None, ""
    return name or None, node
