"""Hands the terminal to another program, an editor or a pager, and takes it back as it was."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any
from weakref import WeakSet

from textual.app import App, SuspendNotSupported

_HANDED: WeakSet[App[Any]] = WeakSet()


def handed(app: App[Any]) -> bool:
    """Another program has the terminal: Ctrl-C is meant for that one, and nothing else may write."""
    return app in _HANDED


async def hand_over(
    app: App[Any], command: Sequence[str], environ: Mapping[str, str] | None = None
) -> str:
    """Run a program in our terminal until it ends; the run, its seat and its journal are followed meanwhile.

    Args:
        app: its screen makes way, and is painted anew afterwards.
        command: program and arguments; no shell sees them.
        environ: of the program; None for ours.

    Returns:
        Why it could not run, or that it failed; empty when it ended well.
    """
    if handed(app):
        return "another program has the terminal"
    _HANDED.add(app)
    try:
        with app.suspend(), app.batch_update():
            return await _run(command, environ)
    except SuspendNotSupported:
        return "this terminal cannot be handed on"
    finally:
        _HANDED.discard(app)


async def _run(command: Sequence[str], environ: Mapping[str, str] | None) -> str:
    try:
        process = await asyncio.create_subprocess_exec(*command, env=environ)
    except (OSError, ValueError) as error:
        return f"{command[0]} cannot be started: {error}"
    try:
        code = await process.wait()
    finally:
        if process.returncode is None:
            process.terminate()
    return "" if code == 0 else f"{command[0]} ended with {code}"
