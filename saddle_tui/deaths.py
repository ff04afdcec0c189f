"""How an engine came to its end that did not leave in good order, as far as anybody can know."""

import os
import signal

from saddle_runs.folder import RunFolder
from saddle_runs.lock import Owner, owner_of

KILLED = 128
"""Exit codes from here on: a shell's way to tell a signal."""
WHO = {
    signal.SIGKILL: "a `kill -9`, no memory left, or a logout",
    signal.SIGTERM: "a logout, a shutdown or a `kill`",
    signal.SIGHUP: "a lost terminal or a logout",
    signal.SIGXCPU: "a limit of processor time",
    signal.SIGBUS: "a disk that is full or fails under a file in use",
    signal.SIGSEGV: "a bug in a library",
    signal.SIGABRT: "a bug in a library",
}


def cause(folder: RunFolder) -> str:
    """`killed with SIGKILL: a ...`; empty where nothing is known. Ask once: an answer may be gone then.

    Only the process that started an engine is told how it ended; everybody can see that the machine was
    restarted.
    """
    owner = owner_of(folder.lock)
    if owner is None:
        return ""
    if owner.restarted:
        return "its machine was restarted"
    return _ended(owner)


def _ended(owner: Owner) -> str:
    try:
        pid, status = os.waitpid(owner.pid, os.WNOHANG)
    except ChildProcessError:  # another process has started it
        return ""
    return in_words(os.waitstatus_to_exitcode(status)) if pid else ""


def in_words(code: int) -> str:
    """An exit code, negative for a signal, for people."""
    number = -code if code < 0 else code - KILLED if code > KILLED else 0
    try:
        word = signal.Signals(number)
    except ValueError:
        return f"exit code {code}"
    who = f": {WHO[word]}" if word in WHO else ""
    return f"killed with {word.name}{who}"
