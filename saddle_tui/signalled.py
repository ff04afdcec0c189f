"""What an engine does when the system speaks to it: it leaves in good order, and says who made it leave."""

import asyncio
import signal
from collections.abc import Callable

LEAVES = (signal.SIGTERM, signal.SIGINT)
WHO = {
    signal.SIGTERM: "a logout, a shutdown or a `kill`",
    signal.SIGINT: "Ctrl-C, or a `kill -INT`",
}


class SignalStop(Exception):
    """The system wants this engine to end; the run can be resumed."""


def heed_signals(leave: Callable[[signal.Signals], None]) -> None:
    """Hand those on that end an engine, in the loop that runs now.

    A login manager that ends what a login has started sends SIGHUP right behind SIGTERM. An engine has
    no terminal that could hang up, and the calls that it waits for are paid.
    """
    loop = asyncio.get_running_loop()
    for word in LEAVES:
        loop.add_signal_handler(word, leave, word)
    # No SIG_IGN: what the engine starts would inherit it.
    loop.add_signal_handler(signal.SIGHUP, lambda: None)


def told(word: signal.Signals) -> str:
    """Why the engine left, for the journal."""
    return f"stopped by {word.name}, as of {WHO[word]}"
