"""What a command prints, kept up to a cap."""

from saddle_engine.types.boxes import ExecResult

FLOOD_BYTES = 64_000_000
"""Output beyond the cap is read and dropped; a command that goes on for this long is killed."""
KILLED = 137
"""128 + SIGKILL, as a shell reports it."""
NOT_STARTED = 126
UNSENDABLE = "a command with a zero byte or a lone surrogate cannot be run"


def not_started(why: str) -> ExecResult:
    """A command that could not even begin is a failed command."""
    return ExecResult(exit_code=NOT_STARTED, stderr=f"{why}\n".encode())


class Output:
    """Standard output (1) and error (2), each cut at `limit_bytes`."""

    def __init__(self, limit_bytes: int) -> None:
        self._limit = limit_bytes
        self._kept = {1: bytearray(), 2: bytearray()}
        self._dropped = 0

    def add(self, stream: int, data: bytes) -> None:
        kept = self._kept[stream]
        room = self._limit - len(kept)
        kept += data[: max(room, 0)]
        self._dropped += max(len(data) - max(room, 0), 0)

    @property
    def flooded(self) -> bool:
        return self._dropped > FLOOD_BYTES

    def result(self, exit_code: int, *, timed_out: bool = False) -> ExecResult:
        return ExecResult(
            exit_code=exit_code,
            stdout=bytes(self._kept[1]),
            stderr=bytes(self._kept[2]),
            timed_out=timed_out,
            truncated=self._dropped > 0,
        )
