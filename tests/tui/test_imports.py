"""A command loads what it needs: what takes long to import is not waited for by others."""

import subprocess
import sys

import pytest

SLOW = {"docker", "aiohttp", "anthropic", "networkx"}


@pytest.mark.parametrize(
    ("modules", "unwanted"),
    [
        ("saddle_tui.cli", {*SLOW, "textual", "pydantic"}),
        ("saddle_tui.commands.runs", {*SLOW, "textual"}),
        ("saddle_tui.commands.show", {*SLOW, "textual"}),
        ("saddle_tui.commands.attach, saddle_tui.watch, saddle_tui.app", SLOW),
    ],
)
def test_what_is_not_needed_is_not_loaded(modules: str, unwanted: set[str]) -> None:
    said = f"import sys, {modules}; print(*sorted({unwanted!r} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", said], capture_output=True, text=True, check=True, timeout=120
    )

    assert done.stdout.split() == []
