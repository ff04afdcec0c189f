"""The ways in which a rollout ends; whichever comes first decides."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Finished:
    """The harness said so."""

    output: Any = None


@dataclass(frozen=True)
class Exited:
    """The harness process ended without saying so."""

    exit_code: int


@dataclass(frozen=True)
class TimedOut:
    """The rollout's seconds are used up."""


@dataclass(frozen=True)
class OverLimit:
    """The harness asked for more than its limits allow: `step_limit`, `token_limit`, `usd_limit`."""

    reason: str


@dataclass(frozen=True)
class Broke:
    """Machinery failed, whatever the harness made of it."""

    error: Exception


Ending = Finished | Exited | TimedOut | OverLimit | Broke
