"""Internal: the engine process that `run`, `demo` and `resume` start."""

import argparse
import os
import sys
from contextlib import suppress
from pathlib import Path

from saddle_engine.errors import ConfigError, SaddleError
from saddle_runs.folder import run_at
from saddle_tui.limits import limit
from saddle_tui.spawn import READY, USAGE
from saddle_tui.text.safe import clean

FAILED = 1


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path)
    parser.add_argument("--headless", action="store_true")
    parser.add_argument("--limit", action="append", default=[], type=limit)
    parser.add_argument("--by", default="operator")


def run(arguments: argparse.Namespace) -> int:
    from saddle_tui.engine import run_engine

    try:
        return run_engine(
            run_at(arguments.folder),
            headless=arguments.headless,
            limits=dict(arguments.limit),
            by=arguments.by,
            ready=lambda: _say(READY),
        )
    except SaddleError as error:
        _say(clean(" ".join(str(error).split())))
        return USAGE if isinstance(error, ConfigError) else FAILED


def _say(word: str) -> None:
    """One line to the process that started us; from then on stdout belongs to the log."""
    with suppress(BrokenPipeError):  # it did not wait for us; the run is ours all the same
        print(word, flush=True)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
