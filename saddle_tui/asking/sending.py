"""Carries a request out: the engine is asked, or a fork begun."""

import threading

from saddle_runs.folder import RunFolder
from saddle_tui.ask import send
from saddle_tui.hints import on_run
from saddle_tui.requests import NAME, Request


def carry_out(folder: RunFolder, request: Request, actor: str, given_up: threading.Event) -> str:
    """Wait until it is done; what there is to know then, empty for nothing.

    Raises:
        SaddleError: it was not done; the message says why.
    """
    if request.verb != "fork":
        send(folder, request.command(actor), given_up=given_up)
        return ""
    from saddle_tui.forking import fork

    node, name = str(request.arguments["node"]), str(request.arguments[NAME])
    made = fork(folder, node, name, by=actor, reason=request.reason)
    return f"{made.name} is at work; see it with: {on_run(made, 'attach')}"
