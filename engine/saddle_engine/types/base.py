"""The frozen model all values derive from, and the ids that must not be mixed up."""

from typing import NewType, TypeVar

from pydantic import BaseModel, ConfigDict

NodeId = NewType("NodeId", str)  # n0, n1, ... counted by the fold
PatchId = NewType("PatchId", str)  # p1, p2, ...
RolloutId = NewType("RolloutId", str)  # r1, r2, ...
SessionId = NewType("SessionId", str)  # d1 (diagnosis), e1 (evolution), f1 (reflection)
LessonId = NewType("LessonId", str)  # l1, l2, ...
HintId = NewType("HintId", str)  # h1, h2, ...
TaskId = NewType("TaskId", str)  # the benchmark's name of a task, unique over all splits
Commit = NewType("Commit", str)  # 40 hex digits: one version of a harness with its parents
Tree = NewType("Tree", str)  # 40 hex digits: the content of a harness; its identity
Digest = NewType("Digest", str)  # sha256 in hex: a blob


class Value(BaseModel):
    """A frozen value that refuses unknown fields."""

    # JSON has no NaN, but a value that holds one must not come back from the journal as another.
    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_inf_nan="constants")


AnyValue = TypeVar("AnyValue", bound=Value)
_FIELDS: dict[type[Value], set[str]] = {}


def lean(value: AnyValue) -> AnyValue:
    """The value itself, without its own note of which of its fields were given: a third of its size."""
    kind = type(value)
    if (fields := _FIELDS.get(kind)) is None:
        fields = _FIELDS[kind] = set(kind.model_fields)
    object.__setattr__(value, "__pydantic_fields_set__", fields)
    return value
