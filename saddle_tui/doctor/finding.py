"""What a probe says of one thing."""

from enum import StrEnum
from typing import NamedTuple


class Level(StrEnum):
    """Whether a run can begin; only `MISSING` prevents it."""

    OK = "ok"
    WARNING = "warning"
    MISSING = "missing"


class Finding(NamedTuple):
    """One line of the report; its texts may be foreign."""

    name: str
    level: Level
    found: str
    remedy: str = ""
    """How to get what is missing; empty when there is nothing to do."""


class Group(NamedTuple):
    """What one probe has found."""

    name: str
    findings: list[Finding]


def ok(name: str, found: str) -> Finding:
    """All is well."""
    return Finding(name, Level.OK, found)


def warning(name: str, found: str, remedy: str = "") -> Finding:
    """A run can begin, and may meet trouble."""
    return Finding(name, Level.WARNING, found, remedy)


def missing(name: str, found: str, remedy: str) -> Finding:
    """No run can begin."""
    return Finding(name, Level.MISSING, found, remedy)
