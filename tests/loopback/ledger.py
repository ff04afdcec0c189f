"""The provider's own books: one line a request, appended, never changed.

They share no code with the engine, so that the two can be compared.
"""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

from tests.loopback.prices import Billed

NOTHING = Billed()


@dataclass(frozen=True)
class Line:
    """One request, as the provider has it."""

    number: int
    """1, 2, ... in the order of arrival."""
    model: str
    role: str
    """Who asked: `task`, `diagnosis`, `reflection` or `evolution`; empty where it was not read."""
    status: int
    """HTTP status; 0 where the connection ended before one was sent."""
    fault: str = ""
    """Name of the fault mode, or empty."""
    charged: bool = False
    nanos: int = 0
    """Nano-dollars charged."""
    billed: Billed = NOTHING
    """Tokens charged for."""


@dataclass
class Ledger:
    """All lines so far, in memory and, where a path is given, in a file of JSON lines."""

    path: Path | None = None
    lines: list[Line] = field(default_factory=list)

    def add(self, line: Line) -> None:
        """Append one line."""
        self.lines.append(line)
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(line)) + "\n")

    @property
    def nanos(self) -> int:
        """Nano-dollars charged in all."""
        return sum(line.nanos for line in self.lines)

    def nanos_of(self, role: str) -> int:
        """Nano-dollars charged to one role."""
        return sum(line.nanos for line in self.lines if line.role == role)

    @property
    def billed(self) -> Billed:
        """Tokens charged for in all."""
        each = [asdict(line.billed) for line in self.lines]
        return Billed(**{name: sum(one[name] for one in each) for name in asdict(NOTHING)})


def read_ledger(path: Path) -> Ledger:
    """The ledger that a server in another process has written so far."""
    rows = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    lines = [json.loads(row) for row in rows]
    return Ledger(path, [Line(**{**row, "billed": Billed(**row["billed"])}) for row in lines])
