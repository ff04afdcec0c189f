"""A patch: edits plus the intent behind them."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from saddle_engine.types.base import Commit, RolloutId, TaskId, Tree, Value
from saddle_engine.types.taxonomy import Layer, PatchClass, SubType
from saddle_engine.types.words import Phrase


class PatchStatus(StrEnum):
    """The life of a patch; `policy = "paper"` always admits after gating."""

    PROPOSED = "proposed"
    REFUSED = "refused"
    HELD = "held"
    VETOED = "vetoed"
    SUPERSEDED = "superseded"
    CHECKING = "checking"
    DECLINED = "declined"
    GATING = "gating"
    ADMITTED = "admitted"


class ReplaceText(Value):
    """Replace the one occurrence of `old` in a file by `new`."""

    op: Literal["replace"] = "replace"
    path: str
    old: str = Field(min_length=1)
    new: str


class WriteFile(Value):
    """Create a file, or give it a wholly new text."""

    op: Literal["write"] = "write"
    path: str
    text: str


class DeleteFile(Value):
    """Remove a file."""

    op: Literal["delete"] = "delete"
    path: str


Edit = Annotated[ReplaceText | WriteFile | DeleteFile, Field(discriminator="op")]


class Evidence(Value):
    """Where a trace shows the suspected cause."""

    rollout: RolloutId = Field(max_length=20)
    first_step: int = Field(ge=0, lt=1_000_000)
    last_step: int = Field(ge=0, lt=1_000_000)
    note: Phrase = Field("", description="a few words; a longer note is cut")


class Proposal(Value):
    """What a diagnosis returns: the patch and the reasoning that must be tested."""

    title: str = Field(min_length=1, max_length=120, description="one line, imperative")
    layer: Layer
    subtype: SubType
    patch_class: PatchClass
    causes: tuple[str, ...] = Field(min_length=1, description="suspected causes, most likely first")
    rejected: tuple[str, ...] = Field(
        description="alternative hypotheses and why they were dropped"
    )
    evidence: tuple[Evidence, ...]
    edits: tuple[Edit, ...] = Field(min_length=1)
    expected_flips: tuple[TaskId, ...] = Field(description="failing tasks expected to pass")
    risk: str = Field(description="side effects to look for")


class Patched(Value):
    """A patch that became a commit."""

    commit: Commit
    tree: Tree
    diff: str
    """Unified diff against the parent."""
