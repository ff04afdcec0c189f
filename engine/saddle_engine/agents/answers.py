"""What the agents return: the arguments of the one tool that ends a session."""

from typing import Literal

from pydantic import Field

from saddle_engine.types.base import NodeId, RolloutId, TaskId, Value

PROPOSE_PATCH = "propose_patch"  # takes a `Proposal` (types/patch.py)
RECORD_REFLECTION = "record_reflection"
CHOOSE_PARENT = "choose_parent"


class Judgement(Value):
    """What a reflection says about one task of the mini-batch."""

    task: TaskId
    cause: str = Field(min_length=1, max_length=1000, description="why it ended as it did")
    real_or_chance: Literal["real", "chance", "unsure"] = Field(
        description="did the patch do this, or would a second attempt differ anyway?"
    )
    generalisation: str = Field(max_length=1000, description="what it says about other tasks")


class LessonText(Value):
    """One lesson for later diagnoses."""

    verdict: Literal["good", "bad", "ineffective"]
    text: str = Field(min_length=1, max_length=600)
    evidence: tuple[RolloutId, ...] = Field(
        min_length=1, max_length=20, description="rollouts that show it"
    )


class Reflection(Value):
    """The judgement of one patch on one mini-batch."""

    judgements: tuple[Judgement, ...] = Field(min_length=1, description="one for every task")
    lessons: tuple[LessonText, ...] = Field(max_length=5)


class Choice(Value):
    """Where the next iteration starts."""

    parents: tuple[NodeId, ...] = Field(
        min_length=1, max_length=2, description="the main parent first; two are merged"
    )
    rationale: str = Field(min_length=1, max_length=2000)
