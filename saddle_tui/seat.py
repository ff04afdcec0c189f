"""This screen's seat at a run: whether its keys steer, or another screen's do."""

import uuid
from dataclasses import dataclass

from saddle_engine.errors import JournalError
from saddle_engine.ports import Clock
from saddle_runs.control import ControlBox
from saddle_runs.folder import RunFolder
from saddle_runs.lease import Driver
from saddle_tui.actor import actor
from saddle_tui.keymap import key_of
from saddle_tui.text.width import fit

RENEW_S = 3.0
"""Well within the lease, and soon enough to see that another screen took the keys."""
NAME_CELLS = 40  # of who drives; the name must not take the room of what to do about it


@dataclass(frozen=True)
class Role:
    """What this screen may do, as of the last look."""

    why_not: str = "asking who drives this run; try again in a moment"
    """Why its keys do not steer; empty when they do. Hostile text is possible."""
    mark: str = ""
    """For the key bar; empty while not known yet. Hostile text is possible."""
    observes: bool = False
    """It never steers, and has no keys for it."""

    @property
    def drives(self) -> bool:
        """Its keys steer."""
        return not self.why_not


OBSERVER = Role("this screen only observes; attach without --observe to steer", "OBSERVER", True)
FILE = Role("this run is a file by itself: no engine works on it", "FILE", True)
REPLAY = Role("this is a replay: what happened cannot be changed", "REPLAY", True)
DRIVER = Role("", "DRIVER")


class Seat:
    """Asks for the lease once, then only keeps what it has: keys never come alive by themselves.

    `renew`, `take` and `leave` wait for the disk, so they are for threads of their own.
    """

    def __init__(
        self, folder: RunFolder, clock: Clock, *, observe: bool = False, replay: bool = False
    ) -> None:
        """Take a seat.

        Args:
            folder: the run.
            clock: as of the other screens: leases end by it.
            observe: never ask for the keys that steer, and never open the file that they are in.
            replay: neither, for there is nothing to steer.
        """
        self.role = REPLAY if replay else FILE if folder.file else OBSERVER if observe else Role()
        observe = self.role.observes
        self._folder, self._clock, self._observe = folder, clock, observe
        self._me = Driver(uuid.uuid4().hex, actor())
        self._box: ControlBox | None = None
        self._asked = False

    @property
    def name(self) -> str:
        """Who sits here, for the journal."""
        return self._me.name

    def renew(self) -> Role:
        """Keep the keys, or see who has them."""
        return self._look(take=False)

    def take(self) -> Role:
        """Get the keys, also from another screen."""
        return self._look(take=True)

    def leave(self) -> None:
        """Let the keys go, so that another screen need not wait for the lease to end."""
        if self._box is not None:
            try:
                self._box.leave(self._me.seat)
            except JournalError:
                pass  # it ends by itself
            finally:
                self._box.close()
                self._box = None

    def _look(self, *, take: bool) -> Role:
        if not self._observe:
            try:
                self.role = self._role(take=take)
            except JournalError as error:
                self.role = Role(f"this screen cannot steer: {error}", "CANNOT STEER")
        return self.role

    def _role(self, *, take: bool) -> Role:
        if self._box is None:
            self._box = ControlBox(self._folder.control)
        now = self._clock.now()
        if take or not self._asked or self.role.drives:
            self._asked = True
            found: Driver | None = self._box.drive(self._me, now, take=take)
        else:
            found = self._box.driver(now)
        if found == self._me:
            return DRIVER
        who = (
            f"{fit(found.name, NAME_CELLS)} drives this run"
            if found
            else "nobody drives this run any more"
        )
        return Role(f"{who}; press {key_of('take')} to take over", "OBSERVER")
