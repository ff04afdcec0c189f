"""Time, journal and inbox without a disk."""

import asyncio
import hashlib
from collections.abc import Sequence

from saddle_engine.commands import Command
from saddle_engine.errors import JournalError
from saddle_engine.events import EVENT, AnyEvent, Record
from saddle_engine.types.base import Digest


class FakeClock:
    """Time that passes only by sleeping: a sleep moves the clock to its end at once."""

    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self._start = now
        self._elapsed = 0.0

    def now(self) -> float:
        """Seconds since 1970, UTC."""
        return self._start + self._elapsed

    def monotonic(self) -> float:
        """Seconds since the clock was made."""
        return self._elapsed

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._elapsed += seconds

    async def sleep(self, seconds: float) -> None:
        """Move to the end of the sleep, and let others run."""
        self._elapsed = max(self._elapsed, self._elapsed + seconds)
        await asyncio.sleep(0)


class MemoryJournal:
    """The ports `Journal` and `Blobs` without a disk."""

    def __init__(self, clock: FakeClock | None = None) -> None:
        self.live: dict[str, str] = {}
        self._clock = clock or FakeClock()
        self._records: list[Record] = []
        self._blobs: dict[Digest, bytes] = {}

    async def append(self, *events: AnyEvent) -> list[Record]:
        """Keep events; they come back as they would from JSON."""
        await asyncio.sleep(0)
        read_back = [EVENT.validate_json(event.model_dump_json()) for event in events]
        first = len(self._records) + 1
        records = [
            Record(seq=seq, at=self._clock.now(), event=event)
            for seq, event in enumerate(read_back, start=first)
        ]
        self._records += records
        return records

    def read(self, *, after: int = 0, subject: str | None = None) -> Sequence[Record]:
        """Records in order, of one subject or of all."""
        records = self._records[max(after, 0) :]
        return [record for record in records if subject in (None, record.event.subject)]

    def show(self, subject: str, text: str) -> None:
        """Overwrite the live line."""
        self.live[subject] = text

    def hide(self, subject: str) -> None:
        """Drop the live line."""
        self.live.pop(subject, None)

    def put(self, content: bytes) -> Digest:
        """Keep a blob."""
        digest = Digest(hashlib.sha256(content).hexdigest())
        self._blobs[digest] = content
        return digest

    def get(self, digest: Digest) -> bytes:
        """The blob.

        Raises:
            JournalError: it is not there.
        """
        try:
            return self._blobs[digest]
        except KeyError:
            raise JournalError(f"blob {digest!r} is not in the journal") from None


class MemoryInbox:
    """The port `Inbox`, with what was answered in sight."""

    def __init__(self, *commands: Command) -> None:
        self.answers: dict[str, tuple[bool, str]] = {}
        self._commands = {command.id: command for command in commands}

    def send(self, command: Command) -> None:
        """Ask for something; the same id again changes nothing."""
        self._commands.setdefault(command.id, command)

    def pending(self) -> Sequence[Command]:
        """Commands not answered yet, oldest first."""
        return [command for id_, command in self._commands.items() if id_ not in self.answers]

    def answer(self, command: str, accepted: bool, reason: str = "") -> None:
        """Say what became of a command; later calls change nothing."""
        if command in self._commands:
            self.answers.setdefault(command, (accepted, reason))
