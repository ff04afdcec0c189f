"""What in a run's folds never changes again, so that all who look at the run's past may share it."""

from collections.abc import Callable, Mapping
from typing import Any

from saddle_engine.patches import Patch
from saddle_engine.state import Batch, Iteration, Rollout, Session
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.rollout import Outcome
from saddle_tui.folds import Folds
from saddle_tui.tally import Solved

CLOSED = frozenset({PatchStatus.REFUSED, PatchStatus.DECLINED, PatchStatus.ADMITTED})
LEFT = frozenset({None, "vetoed", "deferred"})
"""Outcomes of iterations whose patch can still return, and be edited."""


def settled(value: Any, folds: Folds) -> bool:
    """Whether no later record changes it."""
    if (ended := _ENDED.get(type(value))) is not None:
        return ended(value, folds)
    return type(value) not in _COPY  # all else that is looked at is frozen


def fresh(value: Any, folds: Folds) -> Any:
    """The same if it is settled; else a copy, which can be changed."""
    return value if settled(value, folds) else _COPY[type(value)](value)


def unchanged(before: Any, now: Any) -> bool:
    """Whether a value is as it was when it was copied."""
    return bool(before.__dict__ == now.__dict__ if type(now) in _OBJECTS else before == now)


def _rollout(value: Rollout, folds: Folds) -> bool:
    """Only a cancelled one can be run anew."""
    return value.result is not None and value.result.outcome is not Outcome.CANCELLED


def _session(value: Session, folds: Folds) -> bool:
    """A new try of one that has ended is another object."""
    return value.outcome is not None


def _batch(value: Batch, folds: Folds) -> bool:
    """All of its rollouts are planned with it, before there is another batch."""
    return value.id != folds.recent.batch


def _iteration(value: Iteration, folds: Folds) -> bool:
    return value.outcome not in LEFT


def _patch(value: Patch, folds: Folds) -> bool:
    iteration = folds.state.iterations[value.iteration]
    return value.status in CLOSED and iteration.outcome is not None


def _copied(value: Any) -> Any:
    copy = object.__new__(type(value))
    copy.__dict__ = value.__dict__.copy()
    return copy


def _copied_session(value: Session) -> Session:
    copy: Session = _copied(value)
    copy.tools = value.tools.copy()
    return copy


def _copied_batch(value: Batch) -> Batch:
    copy: Batch = _copied(value)
    copy.rollouts = value.rollouts.copy()
    return copy


def _copied_lists(value: dict[Any, list[Any]]) -> dict[Any, list[Any]]:
    return {key: each.copy() for key, each in value.items()}


_ENDED: Mapping[type, Callable[[Any, Folds], bool]] = {
    Rollout: _rollout,
    Session: _session,
    Batch: _batch,
    Iteration: _iteration,
    Patch: _patch,
}
_COPY: Mapping[type, Callable[[Any], Any]] = {
    Rollout: _copied,
    Session: _copied_session,
    Batch: _copied_batch,
    Iteration: _copied,
    Patch: _copied,
    Solved: _copied,
    list: list.copy,
    dict: _copied_lists,
}
_OBJECTS = frozenset(_COPY) - {list, dict}
