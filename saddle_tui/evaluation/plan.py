"""What an evaluation shall do, put together from a configuration or a run, and the command line."""

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from saddle_engine.errors import ConfigError
from saddle_engine.types.rollout import Split
from saddle_tui.config import load
from saddle_tui.evaluation.target import Target
from saddle_tui.settings import Settings

SEED_BITS = 48


@dataclass(frozen=True)
class Plan:
    """One evaluation before it is begun."""

    targets: tuple[Target, ...]
    """One, or two that are compared."""
    settings: Settings
    """Of its own run: benchmark, splits, task model, limits, sandbox, seed."""
    split: Split
    repeats: int
    unsandboxed: bool
    source: Path | None = None
    """The file of the settings, for error messages."""


def settings_for(config: Path | None, targets: list[Target]) -> Settings:
    """The configuration to evaluate under: the file's, else that of the run whose node comes first.

    Raises:
        ConfigError: there is neither, or the file cannot be used.
    """
    if config is not None:
        return load(config)
    settings = next((each.settings for each in targets if each.settings is not None), None)
    if settings is None:
        raise ConfigError(
            "a harness in a folder needs --config CONFIG.toml, which says on which tasks it is "
            "evaluated and with which model"
        )
    return settings


def changed(
    settings: Settings,
    *,
    model: str | None,
    seed: int | None,
    sandbox: str | None,
    limits: dict[str, float],
) -> Settings:
    """The same for a run that only evaluates: with a seed of its own, and no optimizer.

    Raises:
        ConfigError: another model is asked for where models are simulated.
    """
    task, optimizer = settings.model.task, settings.model.optimizer
    if model is not None and task.provider == "simulated":
        raise ConfigError(
            f"--model {model}: the task model of this configuration is simulated, and there is no "
            'other simulated one; give --config with [model.task] provider = "anthropic"'
        )
    models = {
        "task": task.model_copy(update={"name": model} if model else {}),
        "optimizer": optimizer.model_copy(update={"provider": "simulated", "name": None}),
    }
    changes: dict[str, Any] = {
        "seed": secrets.randbits(SEED_BITS) if seed is None else seed,
        "model": settings.model.model_copy(update=models),
        "limits": settings.limits.model_copy(update=_typed(limits)),
    }
    if sandbox:
        changes["sandbox"] = settings.sandbox.model_copy(update={"kind": sandbox})
    return settings.model_copy(update=changes)


def _typed(limits: dict[str, float]) -> dict[str, float]:
    """Rollouts and tokens are counted."""
    return {
        name: int(value) if name in {"rollouts", "tokens"} else value
        for name, value in limits.items()
    }
