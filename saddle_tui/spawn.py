"""Starts an engine as a process of its own, in its own session, and waits until it has the run."""

import os
import select
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from saddle_engine.errors import ConfigError, SaddleError
from saddle_tui.actor import actor
from saddle_tui.last_words import how_it_ended

READY = "READY"
READY_S = 180.0
"""Taking a run reads its whole journal and removes what a dead engine left."""
USAGE = 2


class EngineRefused(SaddleError):
    """The engine did not take the run; the message is its own."""


def spawn(folder: Path, log: Path, *, headless: bool, limits: Mapping[str, float]) -> int:
    """Start an engine and return its process id once it says READY.

    Raises:
        EngineRefused: it ended first; with its own words.
        ConfigError: likewise, because of what the user gave.
    """
    words = [sys.executable, "-m", "saddle_tui", "engine", str(folder)]
    words += ["--headless"] * headless
    words += [f"--limit={name}={value!r}" for name, value in limits.items()]
    words += [f"--by={actor()}"]
    with open(log, "ab", opener=_private) as errors:
        engine = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=True,
        )
    assert engine.stdout is not None
    with engine.stdout:
        try:
            said = _first_line(engine.stdout, READY_S)
        except BaseException:
            engine.terminate()
            raise
    if said != READY:
        code = engine.wait()
        reason = said or f"the engine {how_it_ended(log)}"
        raise ConfigError(reason) if code == USAGE else EngineRefused(reason)
    return engine.pid


def _first_line(stream: IO[bytes], seconds: float) -> str:
    """What the engine says first, a whole line; empty when it ended.

    Raises:
        EngineRefused: it said nothing in time.
    """
    if not select.select([stream], [], [], seconds)[0]:
        raise EngineRefused(f"the engine did not take the run within {seconds:g} s")
    return stream.readline().decode(errors="replace").strip()


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
