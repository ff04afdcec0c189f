"""A small harness with every kind of surface."""

from collections.abc import Mapping
from pathlib import Path

MANIFEST = b"""
name = "sample"
start = ["python3", "-s", "main.py"]
[[surface]]
layer = "prompt"
files = ["prompts/*.md"]
[[surface]]
layer = "tool"
files = ["tools/**"]
text = ["DESCRIPTION", "PARAMETERS.*.description"]
[[surface]]
layer = "middleware"
files = ["middleware/*.py"]
[[surface]]
layer = "middleware"
files = ["middleware/hooks.json"]
hooks = true
"""

READ = b'''"""Read a file."""

DESCRIPTION = "Read a file in kilobytes."
PARAMETERS = {
    "path": {"type": "string", "description": "what to read"},
    "limit": {"type": "integer", "description": "how much"},
}


def run(box, path, limit=10):
    """Ask the box."""
    return box.read(path)[:limit]
'''

FILES: Mapping[str, bytes] = {
    "harness.toml": MANIFEST,
    "main.py": b"import saddle_pipe\n",
    "saddle_pipe.py": b"# the client\n",
    "prompts/system.md": b"Be brief.\nBe brief.\nVerify nothing.\n",
    "prompts/logo.md": b"\x00\xff",
    "prompts/latin.md": b"caf\xe9\n",
    "tools/read.py": READ,
    "tools/limits.toml": b"lines = 10\n",
    "middleware/loop.py": b"STEPS = 5\n",
    "middleware/hooks.json": b"[]\n",
    "run.sh": b"#!/bin/sh\n",
}


def write(folder: Path, files: Mapping[str, bytes] = FILES) -> Path:
    """The files as a folder; run.sh is executable."""
    for path, content in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    (folder / "run.sh").chmod(0o755)
    return folder
