"""Attach over SSH, lose the connection, come back: how long it takes to see the run again.

    python -m tests.bench.ssh_attach [--times N]

A server of its own on this machine, a made-up run that an engine writes, each way to lose a connection with
and without tmux. It needs openssh-server and openssh-client; times mean little on a busy machine. Exits with 1
when the median is more than a second, or a screen outlives its connection.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.bench.measures.number import Number, part
from tests.bench.measures.watched import live
from tests.ssh.drops import QUICK, linked, wait_gone
from tests.ssh.processes import screens
from tests.ssh.server import Server

SHOWN = (b"SIMULATED", b"Rollouts")
ATTACH = [str(Path(sys.executable).with_name("saddle-tui")), "attach"]
LONG = ("--events", "100000", "--rollouts", "5000", "--begun", "5000")
TMUX = ["tmux", "new-session", "-A", "-s", "far", *ATTACH]


def main() -> int:
    """Print the table; 0 or 1."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.ssh_attach")
    parser.add_argument("--times", type=int, default=2, help="that each way is tried")
    times = parser.parse_args().times
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}", flush=True)
    good = True
    with tempfile.TemporaryDirectory(prefix="saddle-bench-", ignore_cleanup_errors=True) as folder:
        home = Path(folder) / "home"
        with Server(home, alive_s=1) as server, live(home, 50, 600, *LONG):
            for number in [*_measured(server, "ssh", ATTACH, times), *_in_tmux(server, times)]:
                print(number, flush=True)
                good = good and number.good
    return 0 if good else 1


def _in_tmux(server: Server, times: int) -> Iterator[Number]:
    try:
        yield from _measured(server, "tmux behind ssh", TMUX, times)
    finally:
        kill = ["tmux", "kill-server"]
        subprocess.run(kill, env={**os.environ, **server.environment}, check=False)


def _measured(server: Server, name: str, words: list[str], times: int) -> Iterator[Number]:
    took, gone, kept = [], [], list[int]()
    for drop in QUICK * times:
        with linked(server, *words) as link:
            for text in SHOWN:
                link.terminal.wait_for(text)
            took.append((time.monotonic() - link.began) * 1000)
            kept = screens(server.home) if words is TMUX else []
            drop(link)
        gone.append(wait_gone(server.home, but=kept) * 1000)
    note = f"{len(took)} times, worst {max(took):.0f} ms, with the login"
    yield Number(f"{name}: to the state of the run, median", part(took, 0.5), 1000, "ms", note)
    yield Number(f"{name}: from a drop to no screen left", max(gone), 2000, "ms", "worst")


if __name__ == "__main__":
    sys.exit(main())
