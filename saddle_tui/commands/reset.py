"""`saddle-tui reset`."""

import argparse
import sys
import termios
from contextlib import suppress

from saddle_tui.term.reset import RESET, make_sane


def add(parser: argparse.ArgumentParser) -> None:
    """Nothing to choose."""


def run(arguments: argparse.Namespace) -> int:
    with suppress(
        termios.error, OSError, ValueError
    ):  # printed into a pipe it is the sequence alone
        make_sane(sys.stdin.fileno())
    sys.stdout.write(RESET)
    sys.stdout.flush()
    return 0
