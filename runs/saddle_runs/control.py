"""`control.db`: what operators ask, and what became of it."""

import threading
from pathlib import Path
from typing import NamedTuple, Self

from saddle_engine.commands import Command
from saddle_engine.errors import ConfigError
from saddle_runs.database import explained, open_writer
from saddle_runs.lease import Driver, drive, holder, leave
from saddle_runs.records import encode, text
from saddle_runs.schemas import CONTROL

LARGEST = 65_536
"""Characters of a command; the file itself refuses longer ones."""


class Answer(NamedTuple):
    """What became of a command."""

    accepted: bool
    reason: str
    """Why it was refused; hostile text is possible."""


class ControlBox:
    """The operator's side."""

    def __init__(self, database: Path) -> None:
        """Open an existing control file.

        Raises:
            JournalError: it is missing, damaged, or of a newer saddle-tui.
        """
        self._connection = open_writer(database, CONTROL)
        self._using = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def send(self, command: Command) -> None:
        """Ask for something; the same id again changes nothing.

        Raises:
            ConfigError: it is longer than 65,536 characters.
            JournalError: it could not be written.
        """
        body = encode(command)
        if len(body) > LARGEST:
            raise ConfigError(
                f"the command {command.verb} is too long: {len(body)} characters of {LARGEST}"
            )
        with self._using, explained("sending a command"):
            self._connection.execute(
                "INSERT INTO commands (id, body) VALUES (?, ?) ON CONFLICT (id) DO NOTHING",
                (text(command.id), body),
            )

    def answer_of(self, command: str) -> Answer | None:
        """What the engine answered; None while it has not.

        Raises:
            JournalError: it could not be read.
        """
        with self._using, explained("reading an answer"):
            row = self._connection.execute(
                "SELECT accepted, reason FROM commands WHERE id = ? AND accepted IS NOT NULL",
                (text(command),),
            ).fetchone()
        return None if row is None else Answer(bool(row[0]), row[1])

    def driver(self, now: float) -> Driver | None:
        """The screen whose keys steer at `now`, seconds since 1970; None when there is none.

        Raises:
            JournalError: it could not be read.
        """
        with self._using, explained("asking who drives"):
            return holder(self._connection, now)

    def drive(self, who: Driver, now: float, *, take: bool = False) -> Driver:
        """Ask for the keys that steer, or keep them for another 10 s; who has them then.

        Args:
            who: the screen that asks.
            now: seconds since 1970.
            take: also from a screen that has them.

        Raises:
            JournalError: it could not be written.
        """
        asks = Driver(text(who.seat), text(who.name))
        with self._using, explained("asking for the keys that steer"):
            return drive(self._connection, asks, now, take=take)

    def leave(self, seat: str) -> None:
        """Give the keys that steer back, where this screen has them.

        Raises:
            JournalError: it could not be written.
        """
        with self._using, explained("giving the keys that steer back"):
            leave(self._connection, text(seat))

    def close(self) -> None:
        """Let the file go."""
        with self._using:
            self._connection.close()
