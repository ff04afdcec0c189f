"""The driver lease: of several screens on a run, one at a time has keys that steer."""

import sqlite3
from typing import NamedTuple

LEASE_S = 10.0
"""A screen that is gone holds it for so long; one at work renews it every few seconds."""
LATEST_S = 2 * LEASE_S
"""A lease that ends later than this was given before the clock was set back, and has ended."""


class Driver(NamedTuple):
    """A screen that may hold the lease."""

    seat: str
    """Of one screen alone."""
    name: str
    """For people; hostile text is possible."""


def holder(connection: sqlite3.Connection, now: float) -> Driver | None:
    """Who drives now; None when nobody does."""
    row = connection.execute(
        "SELECT seat, name FROM driver WHERE until > ? AND until <= ? AND seat <> ''",
        (now, now + LATEST_S),
    ).fetchone()
    return None if row is None else Driver(*row)


def drive(connection: sqlite3.Connection, who: Driver, now: float, *, take: bool) -> Driver:
    """Who drives from now on: `who` where the lease is its own, is free, or is taken over."""
    connection.execute(
        "UPDATE driver SET seat = ?, name = ?, until = ?"
        " WHERE ? OR seat IN (?, '') OR until <= ? OR until > ?",
        (who.seat, who.name, now + LEASE_S, take, who.seat, now, now + LATEST_S),
    )
    return holder(connection, now) or who


def leave(connection: sqlite3.Connection, seat: str) -> None:
    """Give the lease back; nothing happens where it is another's."""
    connection.execute("UPDATE driver SET seat = '', name = '', until = 0 WHERE seat = ?", (seat,))
