"""Keys that decide something work only on what has been looked at for a moment."""

from collections.abc import Callable, Hashable

ARMED_S = 0.4


class Calm:
    """Armed when the same thing has been on the screen for 400 ms in which no key was pressed.

    Whoever types while it appears is not answering it.
    """

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._what: Hashable = None
        self._since = monotonic()

    @property
    def armed(self) -> bool:
        """It has been looked at."""
        return self._what is not None and self._monotonic() - self._since >= ARMED_S

    def see(self, what: Hashable) -> None:
        """This is on the screen now; None for nothing that could be decided."""
        if what != self._what:
            self._what, self._since = what, self._monotonic()

    def disturb(self) -> None:
        """A key was pressed; before it is armed, the time begins anew."""
        if not self.armed:
            self._since = self._monotonic()
