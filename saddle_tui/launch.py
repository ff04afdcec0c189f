"""From settings to a running engine, watched or not."""

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from saddle_engine.errors import SaddleError
from saddle_runs.folder import RunFolder
from saddle_tui.hints import on_run
from saddle_tui.settings import Settings
from saddle_tui.spawn import spawn
from saddle_tui.steps import SILENT, Steps, on_terminal
from saddle_tui.taste import NOTHING_CHOSEN
from saddle_tui.term.check import check_terminal


def launch(
    home: Path,
    settings: Settings,
    name: str,
    *,
    headless: bool,
    detach: bool,
    as_json: bool,
    unsandboxed: bool,
    source: Path | None = None,
    chosen: Mapping[str, Any] = NOTHING_CHOSEN,
) -> int:
    """Create a run, start its engine, and follow it; returns the exit code."""
    from saddle_tui.create import create_run

    def make(steps: Steps) -> RunFolder:
        return create_run(home, settings, name, unsandboxed=unsandboxed, source=source, steps=steps)

    return begin(make, headless=headless, detach=detach, as_json=as_json, chosen=chosen)


def begin(
    make: Callable[[Steps], RunFolder],
    *,
    headless: bool,
    detach: bool,
    as_json: bool,
    chosen: Mapping[str, Any] = NOTHING_CHOSEN,
) -> int:
    """Make a run, start its engine, and follow it where it is not to be left alone."""
    headless = detach or _headless(headless)
    folder = make(SILENT if headless else on_terminal())
    if detach:
        spawn(folder.path, folder.log, headless=False, limits={})
        print(f"{folder.id} is running; watch it with: {on_run(folder, 'attach')}")
        return 0
    return start_and_follow(folder, headless=headless, as_json=as_json, limits={}, chosen=chosen)


def start_and_follow(
    folder: RunFolder,
    *,
    headless: bool,
    as_json: bool,
    limits: dict[str, float],
    chosen: Mapping[str, Any] = NOTHING_CHOSEN,
) -> int:
    """Start an engine on a run and watch it: on the screen in a terminal, else line by line.

    `chosen` is what the command line says about the screen.
    """
    headless = _headless(headless)
    steps = SILENT if headless else on_terminal()
    try:
        with steps("engine ready"):
            spawn(folder.path, folder.log, headless=headless, limits=limits)
    except SaddleError:
        steps.log(folder.log)
        raise
    if headless:
        from saddle_tui.headless import follow

        return follow(folder, as_json=as_json)
    from saddle_tui.watch import attach

    return attach(folder, chosen=chosen)


def _headless(asked: bool) -> bool:
    """Whether to follow line by line: where it is asked for, and where there is no terminal.

    Raises:
        ConfigError: there is a terminal that cannot show the screen; told before anything is begun.
    """
    if asked or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return True
    check_terminal(os.environ)
    return False
