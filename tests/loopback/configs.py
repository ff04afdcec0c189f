"""A configuration of a run on the user's tasks, with a loopback server as the provider."""

import json
from pathlib import Path

from tests.loopback.prices import SERVED

TASKS = Path(__file__).parents[1] / "e2e" / "user_tasks"
TASK_MODEL, OPTIMIZER_MODEL = "claude-sonnet-4-6", "claude-opus-4-8"
ROLES = {"task": TASK_MODEL, "optimizer": OPTIMIZER_MODEL}
NANOS = 1_000
"""Nano-dollars a token that are one USD per million."""


def write_user_config(path: Path, url: str, *, sandbox: str = "none", more: str = "") -> Path:
    """A file for `run`: two iterations in two epochs, in host folders or in Docker.

    Args:
        path: where it is written.
        url: of the server; its key is expected in ANTHROPIC_API_KEY.
        sandbox: `none` or `docker`.
        more: further tables, such as `[limits]`.
    """
    tasks = (TASKS / "config.toml").read_text(encoding="utf-8")
    parts = [
        tasks.replace('path = "tasks"', f"path = {json.dumps(str(TASKS / 'tasks'))}"),
        *(_model(role, name, url) for role, name in ROLES.items()),
        *(_prices(name) for name in ROLES.values()),
        "[policy]\nepochs = 2\ntest_repeats = 1\n",
        f'[sandbox]\nkind = "{sandbox}"\n',
        more,
    ]
    path.write_text("\n".join(parts), encoding="utf-8")
    return path


def _model(role: str, name: str, url: str) -> str:
    return f'[model.{role}]\nprovider = "anthropic"\nname = "{name}"\nbase_url = "{url}"\n'


def _prices(name: str) -> str:
    """The server's own, as a config has them."""
    prices = SERVED[name].prices
    rates = {
        "input": prices.input,
        "output": prices.output,
        "cache_write": prices.cache_write_5m,
        "cache_write_1h": prices.cache_write_1h,
        "cache_read": prices.cache_read,
    }
    lines = [f"{key} = {nanos / NANOS}" for key, nanos in rates.items()]
    return "\n".join([f'[prices."{name}"]', *lines, ""])
