"""What is to be evaluated: a folder, the harness of a configuration, or a node of a run."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from saddle_engine.adapters.gitstore import GitStore
from saddle_engine.errors import ConfigError
from saddle_engine.events import RunStarted
from saddle_engine.harness.manifest import MANIFEST
from saddle_engine.state import RunState
from saddle_runs.folder import find_run
from saddle_runs.stores import repository
from saddle_tui.nodes import node_named
from saddle_tui.reading import catch_up, open_viewer
from saddle_tui.settings import Settings


@dataclass(frozen=True)
class Target:
    """A harness to evaluate, as plain files."""

    name: str
    """For people and tables."""
    folder: Path
    run: RunStarted | None = None
    """Of the run whose node it is."""
    settings: Settings | None = None
    """Of that run."""


def target_of(home: Path, text: str, scratch: Path) -> Target:
    """A folder with a harness.toml, or `RUN:NODE`; a node's files are written below `scratch`.

    Raises:
        ConfigError: it is neither, or the run has no such node.
    """
    folder = Path(text).expanduser()
    if folder.is_dir():
        if not (folder / MANIFEST).is_file():
            raise ConfigError(f"the folder {text} has no {MANIFEST}; it is no harness")
        return Target(folder.resolve().name, folder)
    name, colon, node = text.rpartition(":")
    if not (name and colon and node):
        raise ConfigError(
            f"{text!r} is no folder and no RUN:NODE; expected a folder with a {MANIFEST}, or a node "
            "such as demo:best, demo:seed or demo:n3"
        )
    return _node_of(home, name, node, scratch)


def _node_of(home: Path, name: str, wanted: str, scratch: Path) -> Target:
    run = find_run(home, name)
    with open_viewer(run) as viewer:
        state = catch_up(viewer, RunState())
        node = node_named(state, wanted, f"{run.name}:{wanted}")
        assert state.run is not None
        settings = Settings.model_validate_json(viewer.blob(state.run.config))
    folder = scratch / f"{run.id}-{node.id}"
    if not folder.exists():
        asyncio.run(GitStore(repository(run)).export(node.commit, folder))
    return Target(f"{run.name}:{node.id}", folder, state.run, settings)
