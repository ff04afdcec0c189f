"""What it takes to do the run again: versions, seeds, digests, and the configuration without secrets."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from saddle_tui.reporting.material import Material

SECRET = re.compile(r"key|secret|token(?!s)|password|credential|auth|cookie|header", re.IGNORECASE)
"""Names of what is never printed, wherever it stands."""
HARMLESS = {"key_env"}
"""The name of a variable, not what it holds."""
PATH = re.compile(r"^(?:/|~)")
IN_ADDRESS = re.compile(r"//[^/@]*@")
KEPT_OUT = "(not shown)"


@dataclass(frozen=True)
class Origin:
    """Of a run."""

    version: str
    seed: int
    benchmark: str
    """Digest of all tasks of all splits."""
    config_digest: str
    config: tuple[tuple[str, str], ...]
    """Key and value of every setting; hostile text."""
    harnesses: tuple[tuple[str, str, str], ...]
    """Seed and best, or what is evaluated: name, commit, tree."""
    prompts: tuple[tuple[str, str, int], ...]
    """Agent, digest of its system prompt, sessions."""


def origin(material: Material) -> Origin:
    """From the run's first record and its sessions."""
    state, view = material.view.state, material.view
    run = state.run
    assert run is not None
    harnesses = [("seed", run.commit, run.tree)]
    if view.best and view.best != "n0":
        best = state.dag[view.best]
        harnesses.append((best.id, best.commit, best.tree))
    if state.evaluation:
        harnesses = [(each.name, each.commit, each.tree) for each in state.evaluation.harnesses]
    prompts = [
        (agent, digest, count)
        for agent, digests in material.ledger.prompts.items()
        for digest, count in digests.most_common()
    ]
    return Origin(
        run.version, run.seed, run.benchmark, run.config, tuple(_flat(material.config)),
        tuple(harnesses), tuple(prompts),
    )  # fmt: skip


def _flat(table: Mapping[str, Any], before: str = "") -> list[tuple[str, str]]:
    """Dotted keys; paths by their last name alone, since a home is nobody else's business."""
    found = []
    for key, value in table.items():
        name = f"{before}{key}"
        if isinstance(value, Mapping) and value:
            found += _flat(value, f"{name}.")
        elif value is not None:
            found.append((name, _told(str(key), value)))
    return found


def _told(key: str, value: Any) -> str:
    if SECRET.search(key) and key not in HARMLESS:
        return KEPT_OUT
    if isinstance(value, str):
        return _plain(value)
    if isinstance(value, list | tuple):
        return ", ".join(_plain(str(each)) for each in value)
    return str(value)


def _plain(value: str) -> str:
    if PATH.match(value):
        return "…/" + value.rstrip("/").rpartition("/")[2]
    return IN_ADDRESS.sub(f"//{KEPT_OUT}@", value)
