"""The terminal as the app uses it: its colours and letters, the mouse, how fast it is painted, how it calls."""

import os
from collections.abc import Callable, Sequence
from typing import Any

from textual.app import App
from textual.filter import LineFilter, Monochrome, NoColor

from saddle_tui.summons import summons
from saddle_tui.taste import Slow, Taste
from saddle_tui.term.abilities import Abilities
from saddle_tui.term.backlog import clogged
from saddle_tui.term.beckoning import Beckoning, Notifier
from saddle_tui.term.driver import driver_of
from saddle_tui.term.handing import handed
from saddle_tui.term.pace import Pace
from saddle_tui.term.spelling import Spelling
from saddle_tui.term.title import has_title
from saddle_tui.text.alphabets import Alphabet, spell
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.theme import NAMES, theme
from saddle_tui.view import View

BELL = "\x07"
MONO = NoColor()


class Window:
    """What an operator can choose about the terminal; every choice can be changed while it runs."""

    def __init__(
        self, app: App[Any], taste: Taste, able: Abilities, complain: Callable[[str], None]
    ) -> None:
        """A window as the operator likes it.

        Args:
            app: whose it is.
            taste: the operator's.
            able: what the terminal can show.
            complain: says that something of it failed; may be called from any thread.
        """
        self._app, self._able = app, able
        self.pace = Pace(taste.slow_link)
        self.alphabet: Alphabet = able.alphabet if taste.glyphs == "auto" else taste.glyphs
        self._spelling = Spelling(self.alphabet)
        for name in NAMES:
            app.register_theme(theme(name))
        self.wear(taste.theme)
        titled = taste.title and has_title(os.environ)
        self._beckoning = Beckoning(
            self._ring if taste.bell else lambda: None,
            self._name if titled else lambda _: None,
            Notifier(taste.notify, complain),
        )

    def wear(self, name: str) -> None:
        """Take another theme; `auto` for the one that suits the terminal."""
        self._app.theme = self._able.theme if name == "auto" else name

    def write_in(self, alphabet: Alphabet) -> None:
        """Take other letters."""
        self.alphabet, self._spelling = alphabet, Spelling(alphabet)
        for widget in self._app.screen.query("*"):
            widget.refresh()
        self._app.screen.refresh()

    def filters(self, found: Sequence[LineFilter]) -> list[LineFilter]:
        """Textual's own, but for greys where no colours are wanted; and our letters after them."""
        kept = [each for each in found if not isinstance(each, Monochrome | NoColor)]
        kept += [MONO] if self._app.theme == "mono" else []
        return kept + ([self._spelling] if self._spelling.enabled else [])

    @property
    def mouse(self) -> bool:
        """Whether the terminal hands the mouse on."""
        driver = driver_of(self._app)
        return driver is not None and driver.mouse

    def capture_mouse(self, wanted: bool) -> None:
        """Take the mouse from the terminal, or give it back."""
        if (driver := driver_of(self._app)) is not None:
            driver.capture_mouse(wanted)

    def slow_down(self, wanted: Slow) -> None:
        """Paint twice a second, or fast, or as the line allows."""
        self.pace.wanted = wanted

    @property
    def marks(self) -> tuple[str, ...]:
        """What is unusual about it, for the bar."""
        slow = (
            f"SLOW LINK: {self.pace.skipped:,} frames skipped" if self.pace.skipped else "SLOW LINK"
        )
        return (*(("MOUSE",) if self.mouse else ()), *((slow,) if self.pace.slow else ()))

    def paints(self) -> bool:
        """Whether what is new can be painted now."""
        due = self.pace.paints(clogged=clogged(self._app)) and not handed(self._app)
        driver = driver_of(self._app)
        return due and (not self.pace.slow or driver is None or driver.free)

    def beckon(self, view: View) -> None:
        """Call the operator when the run has begun to wait for one."""
        if view.state.run is not None and not view.behind:
            self._beckoning.see(view.state.run.name, summons(view))

    def back(self) -> None:
        """Another program had the terminal."""
        self._beckoning.forget()

    def sound(self) -> None:
        """Find out when the terminal has read what was painted."""
        if (driver := driver_of(self._app)) is not None and not handed(self._app):
            driver.sound()

    def send(self, sequence: str) -> None:
        """Write to the terminal, where there is one and it is ours."""
        driver = driver_of(self._app)
        if driver is not None and not handed(self._app):
            driver.write(sequence)

    def _ring(self) -> None:
        self.send(BELL)

    def _name(self, title: SafeText) -> None:
        driver = driver_of(self._app)
        if driver is not None and not handed(self._app):
            driver.show_title(clean(spell(title, self.alphabet)))
