"""What an operator can ask of a running engine. Accepted commands become events."""

from typing import Any, Literal

from pydantic import Field

from saddle_engine.types.base import Value

Verb = Literal["pause", "resume", "phase", "seal", "approve", "veto", "limit", "stop"]


class Command(Value):
    """One request, idempotent by id.

    `arguments` by verb: phase {phase}; approve {patch}; veto {patch, reason}; limit {name, value};
    pause, resume, seal and stop take none.
    """

    id: str = Field(max_length=100)
    verb: Verb
    arguments: dict[str, Any] = Field(default_factory=dict)
    actor: str = Field("operator", max_length=100)
    expect: dict[str, Any] = Field(default_factory=dict)
    """What the operator saw: {status: ...} of a patch, or {phase: ...}; a stale view is refused."""
