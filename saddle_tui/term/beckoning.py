"""Calls an operator who looks elsewhere: the bell once, the window's title, a program of theirs."""

import os
import signal
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from saddle_tui.taste import Notify
from saddle_tui.text.glyphs import HELD
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import fit

NAME_CELLS = 40


class Beckoning:
    """Compares what a run waits for with what it waited for a moment ago."""

    def __init__(
        self, ring: Callable[[], None], name: Callable[[SafeText], None], notifier: "Notifier"
    ) -> None:
        """A new screen.

        Args:
            ring: the bell.
            name: the window.
            notifier: runs the operator's program.
        """
        self._ring, self._name, self._notifier = ring, name, notifier
        self._waits: frozenset[str] | None = None
        self._title = ""

    def see(self, run: str, waits: Sequence[SafeText]) -> None:
        """Look at what `run` waits for, the most urgent first. What waited before one came calls nobody."""
        self._show(fit(run, NAME_CELLS), waits)
        before, self._waits = self._waits, frozenset(waits)
        fresh = [each for each in waits if before is not None and each not in before]
        if fresh:
            self._ring()
            self._notifier.tell(fit(run, NAME_CELLS), fresh[0])

    def forget(self) -> None:
        """Another program had the terminal, and the title is its own again."""
        self._title = ""

    def _show(self, run: SafeText, waits: Sequence[SafeText]) -> None:
        title = clean(f"{HELD.glyph} {run}: {waits[0]}" if waits else run)
        if title != self._title:
            self._title = title
            self._name(title)


class Notifier:
    """Runs a program, one at a time; while it runs, only the newest sentence waits for it."""

    def __init__(self, notify: Notify, complain: Callable[[str], None]) -> None:
        """One that has done nothing yet.

        Args:
            notify: which program.
            complain: says that it failed; called once at most, from another thread.
        """
        self._notify, self._complain = notify, complain
        self._lock = threading.Lock()
        self._next: tuple[str, str] | None = None
        self._thread: threading.Thread | None = None
        self._failed = False

    def tell(self, run: str, words: str) -> None:
        """Begin to tell it; comes back at once."""
        if not self._notify.command:
            return
        with self._lock:
            self._next = run, words
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, daemon=True)
                self._thread.start()

    def _work(self) -> None:
        while (told := self._take()) is not None:
            if (wrong := self._run(*told)) and not self._failed:
                self._failed = True
                self._complain(f"[notify] {self._notify.command[0]} {wrong}; see docs/terminal.md")

    def _take(self) -> tuple[str, str] | None:
        with self._lock:
            told, self._next = self._next, None
            if told is None:
                self._thread = None
            return told

    def _run(self, run: str, words: str) -> str:
        """Why it failed; empty when it did not. Whatever it started ends with it."""
        sentence = f"{run}: {words}"
        environ: Mapping[str, str] = {**os.environ, "SADDLE_RUN": run, "SADDLE_WAITS": words}
        try:
            process = subprocess.Popen(
                [*self._notify.command, sentence],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=environ,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            return f"cannot be started: {error}"
        try:
            code = process.wait(self._notify.timeout_s)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return f"did not end within {self._notify.timeout_s:g} s"
        return "" if code == 0 else f"ended with {code}"
