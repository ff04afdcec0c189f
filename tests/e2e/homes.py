"""Drives the real command in a home of its own, and waits for what its journal says."""

import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from saddle_engine.state import RunState
from saddle_engine.types.base import PatchId
from saddle_runs.folder import RunFolder, find_run
from saddle_runs.lock import Owner, owner_of
from saddle_tui.cli import main
from saddle_tui.reading import catch_up, open_viewer, read_state

DEADLINE_S = 120.0
POLL_S = 0.01

CONFIG = """\
seed = {seed}
[harness]
bundled = "react"
[splits]
train = {train}
dev = {dev}
test = {test}
[policy]
epochs = {epochs}
test_repeats = {test_repeats}
[sandbox]
kind = "none"
"""
SMALL = {"seed": 0, "train": 6, "dev": 3, "test": 3, "epochs": 2, "test_repeats": 2}


HOLD = '[approval]\nhold = "all"\n'


def write_config(path: Path, more: str = "", /, **changes: int) -> Path:
    """A configuration of a run of some seconds: four iterations of the bundled harness, and more lines."""
    path.write_text(CONFIG.format(**(SMALL | changes)) + more)
    return path


class Home:
    """Where runs are kept, and the command that works on them."""

    def __init__(self, path: Path, deadline_s: float = DEADLINE_S) -> None:
        self.path = path
        self._deadline_s = deadline_s

    def command(self, *words: str | Path) -> list[str]:
        """The whole command line."""
        return [sys.executable, "-m", "saddle_tui", "--home", str(self.path), *map(str, words)]

    def saddle(self, *words: str | Path) -> subprocess.CompletedProcess[str]:
        """Run one command to its end, without a terminal."""
        return subprocess.run(
            self.command(*words),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=self._deadline_s,
            env=environment(),
            check=False,
        )

    def ok(self, *words: str | Path) -> str:
        """What a command prints that ends with 0."""
        done = self.saddle(*words)
        assert done.returncode == 0, f"{words}: {done.returncode}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def inside(self, *words: str | Path) -> int:
        """The exit code of a command run in this process, where starting another would take long."""
        umask = os.umask(0o077)
        try:
            return main(["--home", str(self.path), *map(str, words)])
        except SystemExit as usage:
            return usage.code if isinstance(usage.code, int) else 1
        finally:
            os.umask(umask)

    def here(self, *words: str | Path) -> str:
        """What a command prints that ends with 0, run in this process."""
        with redirect_stdout(io.StringIO()) as said:
            code = self.inside(*words)
        assert code == 0, f"{words}: {code}\n{said.getvalue()}"
        return said.getvalue()

    def begin(self, *words: str | Path) -> subprocess.Popen[str]:
        """Start a command and come back at once; Ctrl-C reaches it wherever the tests run."""
        return subprocess.Popen(
            # What runs in the background of a script has SIGINT ignored, and so has all it starts.
            ["env", "--default-signal=INT", *self.command(*words)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
        )

    def facts(self, run: str | None = None) -> dict[str, Any]:
        """`show --json`."""
        found: dict[str, Any] = json.loads(self.here("show", *([run] if run else []), "--json"))
        return found

    def folder(self, run: str | None = None) -> RunFolder:
        """A run's folder; the newest by default."""
        return find_run(self.path, run)

    def state(self, run: str | None = None) -> RunState:
        """A run as its journal has it now."""
        return read_state(self.folder(run))

    def until(self, holds: Callable[[RunState], object], run: str | None = None) -> RunState:
        """Wait until the journal says something; its state then."""
        deadline = time.monotonic() + self._deadline_s
        with open_viewer(self.folder(run)) as viewer:
            state = catch_up(viewer, RunState())
            while not holds(state):
                assert time.monotonic() < deadline, f"waited in vain; {state.status} {state.error}"
                time.sleep(POLL_S)
                catch_up(viewer, state)
        return state

    def held(self, run: str | None = None) -> PatchId:
        """Wait until a patch waits for a word; nothing else goes on meanwhile."""
        found = held(self.until(held, run))
        assert found is not None
        return found

    def owner(self, run: str | None = None) -> Owner:
        """The engine that is at work on a run."""
        folder = self.folder(run)
        wait(lambda: (found := owner_of(folder.lock)) is not None and found.alive)
        found = owner_of(folder.lock)
        assert found is not None
        return found

    def wait_idle(self, run: str | None = None) -> None:
        """Wait until no engine is at work on a run."""
        folder = self.folder(run)
        wait(lambda: (found := owner_of(folder.lock)) is None or not found.alive)


def held(state: RunState) -> PatchId | None:
    """The patch that the search waits for."""
    patches = state.patches.items()
    return next((id_ for id_, each in patches if each.status == "held" and not each.aside), None)


def wait(holds: Callable[[], object], seconds: float = DEADLINE_S) -> None:
    """Wait until something holds."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(POLL_S)


def environment() -> dict[str, str]:
    """Of commands: ours, without what would lead them to another home."""
    return {name: value for name, value in os.environ.items() if not name.startswith("SADDLE_")}
