"""Small Harbor task folders for tests."""

from collections.abc import Mapping
from pathlib import Path

CHECK = """#!/bin/sh
test "$(cat answer.txt)" = 42 && reward=1 || reward=0
echo "looked at answer.txt"
echo $reward >"$SADDLE_LOGS/reward.txt"
"""

FILES = {
    "task.toml": '[metadata]\ncategory = "sums"\n',
    "instruction.md": "Write the sum into answer.txt.\n",
    "environment/Dockerfile": "FROM debian:bookworm-slim\nWORKDIR /app\nCOPY numbers.txt .\n",
    "environment/numbers.txt": "40\n2\n",
    "tests/test.sh": CHECK,
    "solution/solve.sh": "echo 42 >answer.txt\n",
}


def write_task(folder: Path, files: Mapping[str, str | None] | None = None) -> Path:
    """A task that works, with some files changed, or left out (None)."""
    for path, text in {**FILES, **(files or {})}.items():
        if text is not None:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text)
    return folder


def write_tasks(folder: Path, *names: str, files: Mapping[str, str | None] | None = None) -> Path:
    """Several equal tasks."""
    for name in names:
        write_task(folder / name, files)
    return folder
