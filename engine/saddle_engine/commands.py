"""What an operator can ask of a running engine. Accepted commands become events."""

from typing import Any, Literal

from pydantic import Field

from saddle_engine.types.base import Value

Verb = Literal[
    "pause",
    "resume",
    "phase",
    "seal",
    "limit",
    "hold",
    "approve",
    "veto",
    "edit",
    "defer",
    "comment",
    "undo",
    "cancel",
    "requeue",
    "pin",
    "hint",
    "fork",
    "stop",
    "abort",
]


class Command(Value):
    """One request, idempotent by id.

    `arguments` by verb: pause {mode}; phase {phase}; limit {name, value}; hold {hold};
    approve, defer {patch}; veto {patch, reason}; edit {patch, edits}; comment {patch, text};
    undo {what}: a patch or a hint; cancel, requeue {rollout}; pin {node}, empty to unpin;
    hint {text}; fork {node, run}; abort {run}: its name, typed by a person.
    resume, seal and stop take none.
    """

    id: str = Field(max_length=100)
    verb: Verb
    arguments: dict[str, Any] = Field(default_factory=dict)
    actor: str = Field("operator", max_length=100)
    reason: str = Field("", max_length=1000)
    """Why, in the operator's words; a veto's may stand in its arguments too."""
    expect: dict[str, Any] = Field(default_factory=dict)
    """What the operator saw: {status: ...} of a patch, {outcome: ...} of a rollout, {phase: ...},
    {run: ...}, {hold: ...} or {pinned: ...}; a stale view is refused."""

    @property
    def why(self) -> str:
        """The reason, wherever it was given."""
        return self.reason or str(self.arguments.get("reason") or "")

    @property
    def about(self) -> str:
        """What it is about, in a few words: `p7`, `rollouts=500`."""
        given = {name: value for name, value in self.arguments.items() if name not in _TEXTS}
        if self.verb == "limit":
            return "{name}={value:g}".format_map(given)
        return " ".join(str(value) for value in given.values())


_TEXTS = frozenset({"reason", "text", "edits"})
