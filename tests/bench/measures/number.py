"""A measured number and what it may be at most."""

from typing import NamedTuple


class Number(NamedTuple):
    """One line of the report."""

    name: str
    value: float
    most: float
    unit: str
    note: str = ""

    @property
    def good(self) -> bool:
        """It is within its bound."""
        return self.value <= self.most

    def __str__(self) -> str:
        verdict = "ok  " if self.good else "OVER"
        return f"{verdict} {self.name:44} {self.value:12,.1f} {self.unit:5} of {self.most:9,.0f}  {self.note}"


def part(values: list[float], share: float) -> float:
    """The value that so large a share of them does not pass."""
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]
