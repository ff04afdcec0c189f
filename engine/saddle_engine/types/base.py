"""The frozen model all values derive from, and the ids that must not be mixed up."""

from typing import Any, NewType, TypeVar

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
    # A kind that no command of a process meets is never made ready: all of them would take 30 ms.
    model_config = ConfigDict(
        frozen=True, extra="forbid", ser_json_inf_nan="constants", defer_build=True
    )


AnyValue = TypeVar("AnyValue", bound=Value)
_new, _set = object.__new__, object.__setattr__


class _Fields(dict[type[Value], set[str]]):
    """Names of the fields of each kind; one set for all values of it."""

    def __missing__(self, kind: type[Value]) -> set[str]:
        self[kind] = set(kind.model_fields)
        return self[kind]


_fields = _Fields()


def lean(value: AnyValue) -> AnyValue:
    """The value itself, without its own note of which of its fields were given: a third of its size."""
    _set(value, "__pydantic_fields_set__", _fields[type(value)])
    return value


def made_of(kind: type[AnyValue], fields: dict[str, Any]) -> AnyValue:
    """A lean value of all its fields, in their order, which something has validated before.

    As `model_construct`, in a third of the time: a fold makes as many values as there are records.
    """
    value = _new(kind)
    _set(value, "__dict__", fields)
    _set(value, "__pydantic_fields_set__", _fields[kind])
    _set(value, "__pydantic_extra__", None)
    _set(value, "__pydantic_private__", None)
    return value
