"""Signals and lost terminals end the screen in good order: Textual alone would leave the terminal in its modes."""

import asyncio
import os
import select
import signal
import threading
from collections.abc import Callable

SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT)
TYPED = (signal.SIGINT, signal.SIGQUIT)
"""Keys send them to every program of the terminal's job."""
GRACE_S = 3.0
HUNG_UP = 128 + signal.SIGHUP


def on_signals(leave: Callable[[int], None], handed: Callable[[], bool]) -> None:
    """Call `leave` with 128 plus the signal's number, inside the running loop.

    Args:
        leave: ends the screen.
        handed: another program has the terminal, and what is typed there is not for us.
    """
    loop = asyncio.get_running_loop()
    for number in SIGNALS:
        loop.add_signal_handler(number, _leave, leave, handed, number)


def hung_up(descriptor: int = 0) -> bool:
    """Whether the terminal behind it is gone; then nobody may have sent a signal (`nohup`)."""
    poll = select.poll()
    poll.register(descriptor, 0)
    return any(
        event & (select.POLLHUP | select.POLLERR | select.POLLNVAL) for _, event in poll.poll(0)
    )


def last_resort(code: int) -> None:
    """End the process soon, whatever happens: a terminal that takes no output would keep it for ever."""
    timer = threading.Timer(GRACE_S, os._exit, [code])
    timer.daemon = True
    timer.start()


def _leave(leave: Callable[[int], None], handed: Callable[[], bool], number: int) -> None:
    if number in TYPED and handed():
        return
    last_resort(128 + number)
    leave(128 + number)
