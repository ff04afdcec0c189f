"""What operators did, and what it was worth where it was measured."""

from dataclasses import dataclass
from typing import Any

from saddle_tui.facts import hint_facts, intervention_facts
from saddle_tui.reporting.material import Material


@dataclass(frozen=True)
class Veto:
    """A patch that was vetoed at some time."""

    patch: str
    title: str
    reason: str
    stands: bool
    before: float | None
    """Mean mini-batch score of the parent, where the veto was measured in its shadow."""
    after: float | None
    fixed: int = 0
    regressed: int = 0

    @property
    def kept_out(self) -> float | None:
        """What the patch would have gained on its mini-batch, in [-1,1]."""
        return None if self.before is None or self.after is None else self.after - self.before


@dataclass(frozen=True)
class Lesson:
    """Texts are hostile."""

    id: str
    patch: str
    verdict: str
    text: str
    source: str
    worth: float | None


@dataclass(frozen=True)
class Steering:
    vetoes: tuple[Veto, ...]
    hints: tuple[dict[str, Any], ...]
    lessons: tuple[Lesson, ...]
    """Of reflections, hints and edits."""
    edits: tuple[tuple[str, str], ...]
    """The patch, and the operator's version of it."""
    interventions: tuple[dict[str, Any], ...]


def steering(material: Material) -> Steering:
    """From the state; nothing is measured here."""
    state = material.view.state
    patches = state.patches.items()
    return Steering(
        vetoes=tuple(
            Veto(
                id_, each.proposed.title, each.reason, each.status == "vetoed",
                each.shadow.before if each.shadow else None, each.shadow.after if each.shadow else None,
                len(each.shadow.buckets.fixed) if each.shadow else 0,
                len(each.shadow.buckets.regressed) if each.shadow else 0,
            )
            for id_, each in patches
            if each.vetoed
        ),
        hints=tuple(hint_facts(hint) for hint in state.wishes.hints.values()),
        lessons=tuple(
            Lesson(each.lesson, each.patch, each.verdict, each.text, each.source, each.worth)
            for each in state.lessons.values()
        ),
        edits=tuple((id_, each.edited_as) for id_, each in patches if each.edited_as),
        interventions=tuple(intervention_facts(each) for each in state.interventions),
    )  # fmt: skip
