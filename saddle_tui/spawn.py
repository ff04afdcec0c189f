"""Starts an engine as a process of its own, in its own session, and waits until it has the run."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from saddle_engine.errors import SaddleError

READY = "READY"
READY_S = 60.0


class EngineRefused(SaddleError):
    """The engine did not take the run; the message is its own."""


def spawn(folder: Path, log: Path, *, headless: bool, limits: Mapping[str, float]) -> int:
    """Start an engine and return its process id once it says READY.

    Raises:
        EngineRefused: it ended first; with its own words.
    """
    words = [sys.executable, "-m", "saddle_tui", "engine", str(folder)]
    words += ["--headless"] * headless
    words += [f"--limit={name}={value:g}" for name, value in limits.items()]
    with open(log, "ab", opener=_private) as errors:
        engine = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=True,
            text=True,
        )
    assert engine.stdout is not None
    with engine.stdout:
        said = engine.stdout.readline().strip()
    if said != READY:
        raise EngineRefused(said or f"the engine ended without a word; see {log}")
    return engine.pid


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
