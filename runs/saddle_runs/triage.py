"""`triage.db`: what people decide on a run's patches after the fact; the run itself never changes."""

import sqlite3
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Self

from pydantic import ValidationError

from saddle_engine.errors import ConfigError, JournalError
from saddle_engine.ports import Clock
from saddle_engine.types.base import Digest, PatchId
from saddle_runs.beside import beside
from saddle_runs.blobs import digest_of, read_blob, write_blob
from saddle_runs.database import explained
from saddle_runs.decisions import SAID, Decisions, Edited, Resolved, Row, Said, fold
from saddle_runs.folder import RunFolder
from saddle_runs.records import encode, text
from saddle_runs.schemas import LARGEST_WORD
from saddle_runs.triage_file import NAME, make_triage, open_triage


class Triage:
    """The decisions on one run's patches. Several screens may use the file at once, from any thread.

    There is no file before something is decided.
    """

    def __init__(self, database: Path, run: str, clock: Clock) -> None:
        """Name the file; it is opened when it is needed.

        Args:
            database: `triage.db` of the run; its folder is made when there is none.
            run: its id.
            clock: for when something was said.
        """
        self._database, self._run, self._clock = database, run, clock
        self._connection: sqlite3.Connection | None = None
        self._using = threading.Lock()
        self._known = Decisions()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def version(self) -> int:
        """A number that grows with every word, whoever says it; 0 while there is none.

        Raises:
            JournalError: the file is damaged, another run's, of a newer saddle-tui, or none of ours.
        """
        with self._using, explained("reading decisions"):
            connection = self._open(make=False)
            return self._last(connection) if connection else 0

    def decisions(self) -> Decisions:
        """All decisions as they stand now; the same object while nothing is said.

        Raises:
            JournalError: as of `version`.
        """
        with self._using, explained("reading decisions"):
            connection = self._open(make=False)
            return self._read(connection) if connection else self._known

    def say(self, said: Said, by: str, contents: Iterable[bytes] = ()) -> Row:
        """Add a word, with contents of files that it names by their digests; on disk when this returns.

        Args:
            said: the word; what it says counts from now on.
            by: who says it.
            contents: what its digests stand for.

        Raises:
            ConfigError: it has more than 65,536 characters.
            JournalError: as of `version`, or it could not be written.
        """
        body = encode(said)
        if len(body) > LARGEST_WORD:
            raise ConfigError(
                f"a decision has {len(body)} characters; expected at most {LARGEST_WORD}: say it shorter"
            )
        with self._using, explained("keeping a decision"):
            connection = self._open(make=True)
            assert connection is not None
            self._read(connection)  # nothing is added to what cannot be read
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                for content in contents:
                    write_blob(connection, digest_of(content), content)
                added = connection.execute(
                    "INSERT INTO decisions (at, by, body) VALUES (?, ?, ?)",
                    (self._clock.now(), text(by), body),
                )
            return self._read(connection).rows[(added.lastrowid or 0) - 1]

    def edit(
        self, patch: PatchId, files: dict[str, bytes | None], by: str, reason: str = ""
    ) -> Row:
        """Keep somebody's version of files of a patch; as of `say`."""
        digests = {path: _digest(content) for path, content in files.items()}
        said = Edited(patch=patch, files=digests, reason=reason)
        return self.say(said, by, [content for content in files.values() if content is not None])

    def resolve(
        self, conflict: str, patch: PatchId, path: str, content: bytes | None, by: str
    ) -> Row:
        """Keep what a file shall hold where a patch conflicts; as of `say`."""
        said = Resolved(conflict=conflict, patch=patch, path=path, content=_digest(content))
        return self.say(said, by, [] if content is None else [content])

    def content(self, digest: Digest) -> bytes:
        """A file's content, as an edit or a resolution names it.

        Raises:
            JournalError: as of `version`, or it is not there.
        """
        with self._using, explained("reading a decision's file"):
            connection = self._open(make=False)
            if connection is None:
                raise JournalError(f"there is no {self._database}")
            return read_blob(connection, digest)

    def close(self) -> None:
        """Let the file go."""
        with self._using:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _open(self, *, make: bool) -> sqlite3.Connection | None:
        if self._connection is None:
            if make:
                make_triage(self._database, self._run)
            elif not self._database.exists():
                return None
            self._connection = open_triage(self._database, self._run)
        return self._connection

    def _last(self, connection: sqlite3.Connection) -> int:
        (last,) = connection.execute("SELECT coalesce(max(seq), 0) FROM decisions").fetchone()
        return int(last)

    def _read(self, connection: sqlite3.Connection) -> Decisions:
        known = self._known.rows
        found = connection.execute(
            "SELECT seq, at, by, body FROM decisions WHERE seq > ? ORDER BY seq", (len(known),)
        ).fetchall()
        if found:
            rows = [_row(expected, *each) for expected, each in enumerate(found, len(known) + 1)]
            self._known = fold((*known, *rows))
        return self._known


def triage_of(folder: RunFolder, clock: Clock) -> Triage:
    """The decisions on a run's patches: beside the run, or where the user's own files are kept.

    Raises:
        ConfigError: no file can be kept in either place.
    """
    return Triage(beside(folder, NAME), folder.id, clock)


def _row(expected: int, seq: int, at: float, by: str, body: str) -> Row:
    if seq != expected:
        raise JournalError(f"decision {expected} is missing; the file is damaged")
    try:
        return Row(seq, at, by, SAID.validate_json(body))
    except ValidationError as error:
        raise JournalError(
            f"decision {seq} cannot be read; it is damaged, or of another version of saddle-tui"
        ) from error


def _digest(content: bytes | None) -> Digest | None:
    return None if content is None else digest_of(content)
