"""How often the screen is painted: as fast as things change, or twice a second where the line is slow."""

from saddle_tui.taste import Slow

SKIPPED = 3
"""Frames in a row that the terminal had no room for make a line slow."""
EVERY = 4
"""On a slow line one tick in so many paints."""
RECOVERED = 480
"""Ticks in a row with room, a minute of them, make it fast again."""


class Pace:
    """Asked at every tick at which something is to be painted."""

    def __init__(self, wanted: Slow = "auto") -> None:
        self.wanted: Slow = wanted
        """`on` and `off` are the operator's word; `auto` follows the line."""
        self.skipped = 0
        """Frames that were left out, with nothing lost: the next one shows their changes."""
        self._measured = False
        self._row = 0
        self._ticks = 0

    @property
    def slow(self) -> bool:
        """The screen is painted twice a second."""
        return self.wanted == "on" or (self.wanted == "auto" and self._measured)

    def paints(self, *, clogged: bool) -> bool:
        """Whether to paint now.

        Args:
            clogged: the terminal has not taken yet what was painted before.
        """
        self._ticks += 1
        if clogged:
            self.skipped += 1
            self._row = max(self._row, 0) + 1
            self._measured = self._measured or self._row >= SKIPPED
            return False
        self._row = min(self._row, 0) - 1
        self._measured = self._measured and self._row > -RECOVERED
        return not self.slow or self._ticks % EVERY == 0
