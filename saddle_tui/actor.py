"""Who steers: the name that stands in the journal beside everything an operator did."""

import getpass
import os
import socket

LETTERS = 100


def actor() -> str:
    """The user, and the terminal, for the same user may sit at several; without one, the host."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError):
        user = "somebody"
    try:
        name = f"{user} on {os.ttyname(0).removeprefix('/dev/')}"
    except OSError:
        name = f"{user}@{socket.gethostname()}"
    return name.encode(errors="replace").decode()[:LETTERS]
