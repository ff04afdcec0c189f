"""A driver for terminals as they are: bytes that are no text, slow lines, a mouse that is wanted now and then."""

import os
import queue
import termios
from contextlib import suppress
from typing import Any

from textual.app import App
from textual.drivers import linux_driver
from textual.events import AppFocus
from textual.message import Message

from saddle_tui.term.backlog import waiting
from saddle_tui.term.leaving import hung_up
from saddle_tui.term.parser import HasRead, Parser
from saddle_tui.term.reset import RESET_MODES
from saddle_tui.term.sounding import Sounding, far
from saddle_tui.term.title import GIVE_BACK, KEEP, set_title
from saddle_tui.text.safe import NOTHING, SafeText

MOUSE = (1002, 1006)
"""Buttons and drags, with numbers of any size; 1003 would send every motion of the hand through the line."""


linux_driver.XTermParser = Parser  # type: ignore[attr-defined]  # the driver makes its own, by this name


class PatientDriver(linux_driver.LinuxDriver):
    """Textual's own ends the app at the first byte that is no text, and asks for all of the mouse."""

    _titled = False
    _sounding: Sounding | None = None
    """Where the system cannot tell what the terminal has read."""

    def run_input_thread(self) -> None:
        """Read on; what came together with the byte is dropped."""
        while True:
            try:
                return super().run_input_thread()
            except ValueError:  # of decoding, or of a number that no terminal means
                continue

    def start_application_mode(self) -> None:
        """Whatever a program before us has left in its modes is put right first."""
        assert self._file is not None
        with suppress(OSError):
            self._file.write(RESET_MODES)
            self._file.flush()
        self._sounding = Sounding() if far(os.environ) else None
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self.sound()

    def sound(self) -> None:
        """Find out when the terminal has read what was written."""
        if self._sounding is not None and (question := self._sounding.question()):
            self.write(question)

    @property
    def behind_s(self) -> float:
        """How far behind the terminal is, in seconds; 0.0 where it is not known."""
        return 0.0 if self._sounding is None else self._sounding.behind_s

    @property
    def free(self) -> bool:
        """Whether a frame would keep no key waiting; True where it is not known."""
        return self._sounding is None or self._sounding.free

    def process_message(self, message: Message) -> None:
        """An answer to our own question is for nobody else; a window that has come back may have lost the mouse."""
        if isinstance(message, HasRead):
            if self._sounding is not None:
                self._sounding.hear()
            return
        if isinstance(message, AppFocus):
            self._enable_mouse_support()
        super().process_message(message)

    def disable_input(self) -> None:
        """Whoever reads next shall not get an answer that was meant for us."""
        if self._sounding is not None and not self.exit_event.is_set() and not hung_up():
            self._sounding.wait()
        super().disable_input()

    def stop_application_mode(self) -> None:
        """Frames that still wait are worth nothing now; on a slow line they would keep the operator."""
        if self._writer_thread is not None and self._file is not None and waiting(self):
            with suppress(queue.Empty):
                while True:
                    self._writer_thread._queue.get_nowait()  # noqa: SLF001 - Textual has no public way
            with suppress(termios.error):
                termios.tcflush(self._file.fileno(), termios.TCOFLUSH)
        super().stop_application_mode()
        if self._titled:
            self._titled = False
            self.write(set_title(NOTHING) + GIVE_BACK)

    def show_title(self, words: SafeText) -> None:
        """Name the window; when we leave, it gets its name back."""
        self.write(("" if self._titled else KEEP) + set_title(words))
        self._titled = True

    @property
    def mouse(self) -> bool:
        """Whether the terminal hands the mouse on."""
        return self._mouse

    def capture_mouse(self, wanted: bool) -> None:
        """Take the mouse from the terminal, or leave it to the terminal's own selecting."""
        if wanted != self._mouse:
            self._mouse = True
            (self._enable_mouse_support if wanted else self._disable_mouse_support)()
            self._mouse = wanted

    def _enable_mouse_support(self) -> None:
        if self._mouse:
            self.write("".join(f"\x1b[?{mode}h" for mode in MOUSE))

    def _disable_mouse_support(self) -> None:
        if self._mouse:
            self.write("".join(f"\x1b[?{mode}l" for mode in reversed(MOUSE)))

    def _query_in_band_window_resize(self) -> None:
        """Not asked for: with it Textual takes the mouse's cells for pixels; the system tells of new sizes."""


def driver_of(app: App[Any]) -> PatientDriver | None:
    """What the app writes to; None where there is no terminal."""
    driver = app._driver  # noqa: SLF001 - Textual has no public way
    return driver if isinstance(driver, PatientDriver) else None
