"""What a report is made of: the run's folds, its ledger, and the texts that its records point to."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from saddle_engine.errors import JournalError
from saddle_engine.types.base import Digest, PatchId
from saddle_runs.folder import RunFolder
from saddle_runs.viewer import RunViewer
from saddle_tui.checkpoints import without_collecting
from saddle_tui.folds import Folds
from saddle_tui.liveness import engine_alive
from saddle_tui.reading import open_viewer
from saddle_tui.reporting.ledger import Ledger
from saddle_tui.reporting.texts import read_texts
from saddle_tui.trace.patch_text import PatchText
from saddle_tui.view import Engine, View


@dataclass(frozen=True)
class Material:
    """Of one run, as its journal has it now."""

    view: View
    ledger: Ledger
    families: Mapping[str, str] = field(default_factory=dict)
    """By task; hostile text."""
    config: Mapping[str, Any] = field(default_factory=dict)
    texts: Mapping[PatchId, PatchText] = field(default_factory=dict)
    """Proposals and diffs of those patches that there is room for."""
    now: float = 0.0
    """Seconds since 1970."""


def gather(folder: RunFolder, now: float) -> Material:
    """Read the whole journal once.

    Raises:
        JournalError: it cannot be read, contradicts itself, or does not hold a run's beginning.
    """
    with open_viewer(folder) as viewer:
        folds, ledger = _fold(viewer)
        state = folds.state
        if state.run is None:
            raise JournalError(
                f"{folder.name} ({folder.id}) has not begun: there is nothing to report"
            )
        for node in state.dag:
            if not 0 <= node.dev <= 1:
                raise JournalError(f"{node.id} has {node.dev:g} for its dev score, expected 0 to 1")
        alive = state.engine is not None and engine_alive(folder)
        view = View(
            folder, state, folds.recent, {}, (), Engine(alive=alive), state.at - ledger.first_at,
            tally=folds.tally,
        )  # fmt: skip
        told = state.evaluation or state.run
        families = _json(viewer, told.families)
        config = _json(viewer, state.run.config)
        return Material(view, ledger, families, config, read_texts(viewer, view), now)


def _fold(viewer: RunViewer) -> tuple[Folds, Ledger]:
    folds, ledger = Folds(), Ledger()
    try:
        with without_collecting():
            while records := viewer.tail(folds.seq):
                for record in records:
                    folds.apply(record)
                    ledger.apply(record, folds.state)
    except (ValueError, KeyError) as error:
        raise JournalError(
            f"the journal contradicts itself after record {folds.seq}: {error}"
        ) from error
    ledger.look(folds.state)
    return folds, ledger


def _json(viewer: RunViewer, digest: Digest | None) -> dict[str, Any]:
    """Nothing where the run does not say, or says it in a way that cannot be read."""
    if digest is None:
        return {}
    try:
        found = json.loads(viewer.blob(digest))
    except (JournalError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
