"""What an operator's hint or edit was worth: measured by the mini-batch check, remembered as a lesson."""

from collections.abc import Iterator
from typing import Literal

from saddle_engine import events as ev
from saddle_engine.stages.rollouts import Results
from saddle_engine.state import RunState
from saddle_engine.types.base import LessonId

ROUNDING = 1e-9
SHOWN = 20
"""Rollouts that a lesson names."""


def operators_lessons(
    state: RunState, checked: ev.MiniBatchChecked, after: Results
) -> list[ev.LessonLearned]:
    """One for each hint that its diagnosis read, and one when the patch is an operator's version.

    They are journalled together with the check, and so exactly once.
    """
    if checked.before is None or checked.after is None:
        return []
    worth = checked.after - checked.before
    return [
        ev.LessonLearned(
            lesson=LessonId(f"l{number}"),
            iteration=checked.iteration,
            patch=checked.patch,
            verdict=_verdict(worth),
            text=text,
            evidence=tuple(order.rollout for order, _ in after[:SHOWN]),
            source=source,
            worth=worth,
        )
        for number, (source, text) in enumerate(_words(state, checked), len(state.lessons) + 1)
    ]


def _words(
    state: RunState, checked: ev.MiniBatchChecked
) -> Iterator[tuple[Literal["hint", "edit"], str]]:
    proposed = state.patches[checked.patch].proposed
    for hint in state.wishes.taken(proposed.iteration):
        yield "hint", hint.given.text
    if proposed.edit_of:
        yield "edit", f"edit of {proposed.edit_of}: {proposed.title}"


def _verdict(worth: float) -> Literal["good", "bad", "ineffective"]:
    if abs(worth) <= ROUNDING:
        return "ineffective"
    return "good" if worth > 0 else "bad"
