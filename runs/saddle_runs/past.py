"""A run as it was after one of its records: nothing that came later is seen."""

from saddle_engine.events import Record
from saddle_runs.database import explained
from saddle_runs.records import EVERYTHING, text
from saddle_runs.viewer import PAGE, RunViewer

AHEAD = 1 << 40
"""More than a journal has records."""


class PastViewer(RunViewer):
    """Reads up to record `upto`, which may be moved at any time; the run may go on meanwhile."""

    upto: int = 0

    def end(self) -> int:
        """Number of the run's last record, also beyond `upto`.

        Raises:
            JournalError: the database cannot be read.
        """
        return super().last()

    def version(self) -> int:
        """See `RunViewer`; another one for each place."""
        return super().version() * AHEAD + self.upto

    def tail(self, after: int, limit: int = PAGE) -> list[Record]:
        limit = min(limit, self.upto - after)
        return super().tail(after, limit) if limit > 0 else []

    def records(self, subject: str, after: int = 0, limit: int = EVERYTHING) -> list[Record]:
        found = super().records(subject, after, limit)
        return [record for record in found if record.seq <= self.upto]

    def earlier(self, subject: str, before: int, limit: int) -> list[Record]:
        return super().earlier(subject, min(before, self.upto + 1), limit)

    def last(self) -> int:
        return min(super().last(), self.upto)

    def live(self) -> dict[str, str]:
        """None: what was said in between is not kept."""
        return {}

    def heartbeat_age(self) -> float | None:
        """None: a replay has no engine."""
        return None

    def times(self, after: int, limit: int = PAGE) -> list[tuple[int, float]]:
        """Numbers and times, in seconds since 1970, of the records after `after`, also beyond `upto`.

        Raises:
            JournalError: the database cannot be read.
        """
        with self._reading, explained("reading the journal"):
            rows = self._connection.execute(
                "SELECT seq, at FROM journal WHERE seq > ? ORDER BY seq LIMIT ?", (after, limit)
            )
            return [(int(seq), float(at)) for seq, at in rows]

    def first(self, subject: str) -> int:
        """Number of the first record about a rollout or session; 0 where there is none.

        Raises:
            JournalError: the database cannot be read.
        """
        with self._reading, explained("reading the journal"):
            (seq,) = self._connection.execute(
                "SELECT min(seq) FROM journal WHERE subject = ? AND subject != ''", (text(subject),)
            ).fetchone()
        return int(seq or 0)

    def onward(self, after: int, limit: int = PAGE) -> list[Record]:
        """Records after `after`, also beyond `upto`: for those who look through the whole run.

        Raises:
            JournalError: a record is missing or cannot be read.
        """
        return super().tail(after, limit)
