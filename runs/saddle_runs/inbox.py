"""The engine's side of `control.db`."""

import logging
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from pydantic import ValidationError

from saddle_engine.commands import Command
from saddle_runs.database import open_writer
from saddle_runs.records import text
from saddle_runs.schemas import CONTROL

BUSY_S = 0.1
"""The event loop waits this long at most for an operator's lock; answers are kept and tried again."""
PAGE = 100

log = logging.getLogger(__name__)


class ControlInbox:
    """The port `Inbox`. Whatever stands in the file, reading it never ends an engine."""

    def __init__(self, database: Path) -> None:
        """Open an existing control file.

        Raises:
            JournalError: it is missing, damaged, or of a newer saddle-tui.
        """
        self._connection = open_writer(database, CONTROL, BUSY_S)
        self._connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        self._unwritten: dict[str, tuple[bool, str]] = {}
        self._silent = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def pending(self) -> Sequence[Command]:
        """Commands not answered yet, oldest first; what is no command is answered as refused."""
        self._write_answers()
        read = [self._parse(id_, body) for id_, body in self._rows() if id_ not in self._unwritten]
        return [command for command in read if command is not None]

    def answer(self, command: str, accepted: bool, reason: str = "") -> None:
        """Say what became of a command; later calls for the same id change nothing."""
        self._unwritten.setdefault(text(command), (accepted, text(reason)))
        self._write_answers()

    def close(self) -> None:
        """Let the file go."""
        self._write_answers()
        self._connection.close()

    def _rows(self) -> list[tuple[str, str]]:
        try:
            return self._connection.execute(
                "SELECT id, body FROM commands WHERE accepted IS NULL ORDER BY number LIMIT ?",
                (PAGE,),
            ).fetchall()
        except sqlite3.Error as error:
            self._complain("reading commands", error)
            return []

    def _parse(self, id_: str, body: str) -> Command | None:
        try:
            command = Command.model_validate_json(body)
        except ValidationError as error:
            problem = error.errors(include_url=False, include_input=False)[0]
            place = ".".join(str(part) for part in problem["loc"])
            self.answer(id_, accepted=False, reason=f"not a command: {place} {problem['msg']}")
            return None
        if command.id != id_:
            self.answer(id_, accepted=False, reason="not a command: its id differs from its row's")
            return None
        return command

    def _write_answers(self) -> None:
        try:
            for command, (accepted, reason) in list(self._unwritten.items()):
                self._connection.execute(
                    "UPDATE commands SET accepted = ?, reason = ? WHERE id = ? AND accepted IS NULL",
                    (accepted, reason, command),
                )
                del self._unwritten[command]
        except sqlite3.Error as error:
            self._complain("answering a command", error)
        else:
            self._silent = False

    def _complain(self, doing: str, error: sqlite3.Error) -> None:
        """Once, until it works again: this is asked four times a second."""
        if not self._silent:
            log.warning("%s failed and will be tried again: %s", doing, error)
            self._silent = True
