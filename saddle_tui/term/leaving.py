"""Signals and lost terminals end the screen in good order: Textual alone would leave the terminal in its modes."""

import asyncio
import os
import select
import signal
import threading
from collections.abc import Callable

SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT)
GRACE_S = 3.0
HUNG_UP = 128 + signal.SIGHUP


def on_signals(leave: Callable[[int], None]) -> None:
    """Call `leave` with 128 plus the signal's number, inside the running loop."""
    loop = asyncio.get_running_loop()
    for number in SIGNALS:
        loop.add_signal_handler(number, _leave, leave, 128 + number)


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


def _leave(leave: Callable[[int], None], code: int) -> None:
    last_resort(code)
    leave(code)
