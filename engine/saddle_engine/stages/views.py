"""What the agents may see of a run: traces of train tasks, lessons, the history of patches."""

from saddle_engine.agents.briefs import TraceOf
from saddle_engine.events import LessonLearned
from saddle_engine.patches import Patch
from saddle_engine.stages.parts import Parts
from saddle_engine.stages.recording import recording
from saddle_engine.state import RunState
from saddle_engine.types.rollout import RolloutOrder, RolloutResult, Split

LESSONS_SHOWN = 20


def trace(parts: Parts, order: RolloutOrder, result: RolloutResult) -> TraceOf:
    """A finished rollout of a train task.

    Raises:
        ValueError: a task of another split; those do not exist for an agent.
    """
    if order.split is not Split.TRAIN:
        raise ValueError(f"{order.rollout} is a rollout of {order.split}, not of train")
    tries = parts.state.rollouts[order.rollout].tries
    return TraceOf(
        rollout=order.rollout,
        task=order.task,
        instruction=parts.tasks[order.task].instruction,
        outcome=result.outcome,
        score=result.score,
        exchanges=recording(parts.book.read(subject=order.rollout), tries, parts.blobs),
        reason=result.reason,
    )


def lessons(state: RunState) -> tuple[str, ...]:
    """The newest lessons, oldest first."""
    newest = list(state.lessons.values())[-LESSONS_SHOWN:]
    return tuple(_lesson(each) for each in newest)


def _lesson(lesson: LessonLearned) -> str:
    if lesson.worth is None:
        return f"{lesson.verdict}: {lesson.text} ({lesson.patch})"
    whose = f"an operator's {lesson.source}, mini-batch {lesson.worth:+.2f}"
    return f"{lesson.verdict}: {lesson.text} ({lesson.patch}, {whose})"


def train_history(state: RunState) -> str:
    """Every patch so far and what it did to its mini-batch, one line each."""
    return "\n".join(_line(patch) for patch in state.patches.values())


def dag_history(state: RunState) -> str:
    """The same with the nodes' dev means: evolution may know dev as an aggregate."""
    return "\n".join(_line(patch) + _dev(patch) for patch in state.patches.values())


def _dev(patch: Patch) -> str:
    return f"; is {patch.node}, dev {patch.dev:.3f}" if patch.node else ""


def _line(patch: Patch) -> str:
    proposed = patch.proposed
    words = [f"{proposed.patch} iteration {proposed.iteration}", f"on {'+'.join(proposed.parents)}"]
    words.append(f"{proposed.subtype}: {proposed.title}; {patch.status}")
    if patch.before is not None and patch.after is not None:
        words.append(f"mini-batch {patch.before:.2f} -> {patch.after:.2f}")
    if patch.reason:
        words.append(f"({patch.reason})")
    return " ".join(words)
