"""`saddle-tui export RUN --to DIR`."""

import argparse
import asyncio
from pathlib import Path

from saddle_engine.adapters.gitstore import GitStore
from saddle_engine.dag import Node
from saddle_engine.errors import ConfigError
from saddle_engine.state import RunState
from saddle_engine.types.base import NodeId
from saddle_runs.folder import find_run
from saddle_tui.reading import read_state
from saddle_tui.summary import best_node
from saddle_tui.text.safe import clean

HELP = "write the harness of a node into a folder"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "run", nargs="?", metavar="RUN", help="name, id or unique prefix; default: the newest"
    )
    parser.add_argument("--node", metavar="N", help="which node, such as n3 (default: the best)")
    parser.add_argument(
        "--to", type=Path, required=True, metavar="DIR", help="an empty or new folder"
    )


def run(arguments: argparse.Namespace) -> int:
    folder = find_run(arguments.home, arguments.run)
    state = read_state(folder)
    node = _node(state, arguments.node)
    if arguments.to.exists() and (not arguments.to.is_dir() or any(arguments.to.iterdir())):
        raise ConfigError(
            f"--to {arguments.to}: expected an empty or new folder, so that nothing is overwritten"
        )
    asyncio.run(GitStore(folder.store).export(node.commit, arguments.to))
    mark = ", simulated" if state.run and state.run.simulated else ""
    print(clean(f"{node.id} (dev {node.dev:.3f}{mark}) is in {arguments.to}"))
    return 0


def _node(state: RunState, wanted: str | None) -> Node:
    chosen = NodeId(wanted) if wanted else best_node(state)
    if chosen is None or chosen not in state.dag:
        nodes = ", ".join(node.id for node in state.dag) or "none yet"
        raise ConfigError(f"there is no node {wanted or 'to export'}; the nodes are: {nodes}")
    return state.dag[chosen]
