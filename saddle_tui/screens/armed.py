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

    def armed(self, what: Hashable) -> bool:
        """This is what has been looked at."""
        return what is not None and what == self._what and self._waited

    def see(self, what: Hashable) -> None:
        """This is on the screen now; None for nothing that could be decided."""
        if what != self._what:
            self._what, self._since = what, self._monotonic()

    def disturb(self) -> None:
        """A key was pressed; before it is armed, the time begins anew."""
        if not self._waited:
            self._since = self._monotonic()

    @property
    def _waited(self) -> bool:
        return self._monotonic() - self._since >= ARMED_S
