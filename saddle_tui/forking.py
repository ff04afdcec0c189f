"""A new run that begins with a node of another one: same configuration, its own search, money and test."""

import asyncio
import tempfile
from pathlib import Path
from typing import NamedTuple

from saddle_engine.adapters.gitstore import GitStore
from saddle_engine.types.base import NodeId
from saddle_runs.folder import RunFolder, free_name, refuse_lone
from saddle_runs.stores import repository
from saddle_tui.actor import actor
from saddle_tui.ask import NotDone, ask
from saddle_tui.create import Origin, create_run
from saddle_tui.liveness import engine_alive
from saddle_tui.nodes import node_named
from saddle_tui.reading import begun, open_viewer
from saddle_tui.settings import Settings
from saddle_tui.spawn import spawn
from saddle_tui.steps import SILENT, Steps

LONGEST = 56
"""Letters of a name, so that a number still fits behind it."""


class Fork(NamedTuple):
    """A run that was made from another one's node."""

    run: RunFolder
    node: NodeId


def fork(
    folder: RunFolder, node: str, name: str | None = None, *, by: str = "", reason: str = ""
) -> RunFolder:
    """A fork whose engine is at work; the run that it comes from is told.

    Args:
        folder: of the run that it comes from, at work or not.
        node: `n3`, `best` or `seed`.
        name: what to call the new run; the old one's name and the node by default.
        by: who asks, for the journal.
        reason: why.

    Raises:
        ConfigError: there is no such node, or its harness or configuration cannot be used any more.
        EngineRefused: the engine did not take the new run.
        JournalError: the run cannot be read.
    """
    made = make_fork(folder, node, name)
    spawn(made.run.path, made.run.log, headless=False, limits={})
    tell(folder, made, by=by, reason=reason)
    return made.run


def make_fork(folder: RunFolder, node: str, name: str | None = None, steps: Steps = SILENT) -> Fork:
    """A fork that nobody works on yet; see `fork`."""
    refuse_lone(folder, "fork")
    with open_viewer(folder) as viewer:
        state = begun(folder, viewer)
        assert state.run is not None
        settings = Settings.model_validate_json(viewer.blob(state.run.config))
    chosen = node_named(state, node, f"{folder.name}:{node}")
    home = folder.home
    with tempfile.TemporaryDirectory(prefix="saddle-fork-") as scratch:
        harness = Path(scratch) / "harness"
        asyncio.run(GitStore(repository(folder)).export(chosen.commit, harness))
        made = create_run(
            home,
            settings,
            name or free_name(home, f"{folder.name[:LONGEST]}-{chosen.id}"),
            unsandboxed=state.run.unsandboxed,
            origin=Origin(harness, f"{folder.id}:{chosen.id}"),
            steps=steps,
        )
    return Fork(made, chosen.id)


def tell(folder: RunFolder, made: Fork, *, by: str = "", reason: str = "") -> bool:
    """Let the engine of the run that a fork comes from note it; whether it did, for there may be none."""
    if not engine_alive(folder):
        return False
    try:
        given = {"node": made.node, "run": made.run.id}
        ask(folder, "fork", given, actor=by or actor(), reason=reason)
    except NotDone:  # it has just ended, or the run was aborted: the fork is made all the same
        return False
    return True
