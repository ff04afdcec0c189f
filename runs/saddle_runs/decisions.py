"""What people decide on a run's patches after the fact: the words they are kept in, and what they come to."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated, Literal, NamedTuple

from pydantic import ConfigDict, Field, TypeAdapter

from saddle_engine.types.base import Digest, PatchId, Value


class Choice(StrEnum):
    """What is to become of a patch."""

    OPEN = "open"
    CHOSEN = "chosen"
    LEFT = "left"
    """Left out."""


class Chose(Value):
    """A patch is taken, left out, or open again."""

    kind: Literal["Chose"] = "Chose"
    patch: PatchId
    choice: Choice
    reason: str = ""


class Moved(Value):
    """A chosen patch has another place among the chosen ones."""

    kind: Literal["Moved"] = "Moved"
    patch: PatchId
    before: PatchId | None
    """The chosen patch that follows it from now on; None for the last place."""


class Commented(Value):
    """A remark on a patch."""

    kind: Literal["Commented"] = "Commented"
    patch: PatchId
    text: str


class Edited(Value):
    """Somebody's own version of files that a patch changes."""

    kind: Literal["Edited"] = "Edited"
    patch: PatchId
    files: dict[str, Digest | None]
    """Content by path, None for a file that shall not be there; empty: as the patch has them."""
    reason: str = ""


class Resolved(Value):
    """What a file shall hold where a patch conflicts with those before it."""

    kind: Literal["Resolved"] = "Resolved"
    conflict: str
    """Its key: it names path and contents of all three sides, so no other conflict is taken for it."""
    patch: PatchId
    path: str
    content: Digest | None
    """None: the file shall not be there."""


class Undone(Value):
    """An earlier word does not count; of an `Undone`, that it does again."""

    kind: Literal["Undone"] = "Undone"
    seq: int


Said = Annotated[
    Chose | Moved | Commented | Edited | Resolved | Undone, Field(discriminator="kind")
]
SAID: TypeAdapter[Said] = TypeAdapter(Said, config=ConfigDict(defer_build=True))


class Row(NamedTuple):
    """One word, and who said it when."""

    seq: int
    """Counted from 1."""
    at: float
    """Seconds since 1970."""
    by: str
    """Hostile text is possible, here and in every text of `said`."""
    said: Said


@dataclass(frozen=True)
class Decision:
    """Everything that was decided on a patch."""

    patch: PatchId
    choice: Choice = Choice.OPEN
    reason: str = ""
    by: str = ""
    """Who chose it or left it out; empty while it is open."""
    at: float = 0.0
    place: int = 0
    """Among the chosen ones, from 1; 0 for others."""
    comments: tuple[Row, ...] = ()
    """Each with a `Commented`."""
    edit: Row | None = None
    """With the `Edited` that holds; None for the patch as it was."""

    @property
    def left(self) -> bool:
        """It is not to be taken."""
        return self.choice is Choice.LEFT

    @property
    def remarks(self) -> list[tuple[str, str]]:
        """Who said what of it, the oldest first; hostile text is possible."""
        return [(row.by, row.said.text) for row in self.comments if isinstance(row.said, Commented)]


@dataclass(frozen=True)
class Decisions(Mapping[PatchId, Decision]):
    """All decisions on a run's patches; a patch on which there is none is open."""

    rows: tuple[Row, ...] = ()
    """All that was ever said, the oldest first."""
    by_patch: Mapping[PatchId, Decision] = field(default_factory=dict)
    chosen: tuple[PatchId, ...] = ()
    """In their order: that of their numbers, but for those that were moved."""
    resolutions: Mapping[str, Row] = field(default_factory=dict)
    """By the key of the conflict; each with a `Resolved`."""
    counting: tuple[Row, ...] = ()
    """Rows that were not taken back, without those that take back."""

    def __getitem__(self, patch: PatchId) -> Decision:
        return self.by_patch.get(patch) or Decision(patch)

    def __iter__(self) -> Iterator[PatchId]:
        return iter(self.by_patch)

    def __len__(self) -> int:
        return len(self.by_patch)

    def last(self, by: str = "") -> Row | None:
        """What `undo` would take back: the last word that counts, of one person or of all."""
        own = (row for row in reversed(self.counting) if not by or row.by == by)
        return next(own, None)


def fold(rows: Sequence[Row]) -> Decisions:
    """What the words come to, in the order in which they were said."""
    by_patch: dict[PatchId, Decision] = {}
    order: list[PatchId] = []
    resolutions: dict[str, Row] = {}
    counting = _counting(rows)
    for row in counting:
        match row.said:
            case Resolved(conflict=conflict):
                resolutions[conflict] = row
            case Moved(patch=patch, before=before) if patch in order:
                order.remove(patch)
                order.insert(order.index(before) if before in order else len(order), patch)
            case Chose() | Commented() | Edited() as said:
                known = by_patch.get(said.patch) or Decision(said.patch)
                by_patch[said.patch] = _with(known, row)
                _enter(order, said)
            case _:  # a move of a patch that another screen has left out meanwhile
                pass
    for place, patch in enumerate(order, 1):
        by_patch[patch] = replace(by_patch[patch], place=place)
    return Decisions(tuple(rows), by_patch, tuple(order), resolutions, counting)


def moved(
    decisions: Decisions, patch: PatchId, how: Literal["first", "up", "down"]
) -> Moved | None:
    """The word that moves a chosen patch by one place or to the front; None where it is there already."""
    order = decisions.chosen
    at = order.index(patch)
    to = {"first": 0, "up": max(at - 1, 0), "down": min(at + 1, len(order) - 1)}[how]
    rest = [each for each in order if each != patch]
    return None if to == at else Moved(patch=patch, before=rest[to] if to < len(rest) else None)


def _counting(rows: Sequence[Row]) -> tuple[Row, ...]:
    void: set[int] = set()
    for row in reversed(rows):  # who takes back comes after what is taken back
        if isinstance(row.said, Undone) and row.seq not in void:
            void ^= {row.said.seq}
    return tuple(row for row in rows if row.seq not in void and not isinstance(row.said, Undone))


def _with(decision: Decision, row: Row) -> Decision:
    match row.said:
        case Chose(choice=Choice.OPEN):
            return replace(decision, choice=Choice.OPEN, reason="", by="", at=0.0)
        case Chose(choice=choice, reason=reason):
            return replace(decision, choice=choice, reason=reason, by=row.by, at=row.at)
        case Edited(files=files):
            return replace(decision, edit=row if files else None)
        case _:
            return replace(decision, comments=(*decision.comments, row))


def _enter(order: list[PatchId], said: Said) -> None:
    """A patch that is chosen anew stands before the first one with a higher number."""
    if not isinstance(said, Chose):
        return
    if said.choice is not Choice.CHOSEN:
        order[:] = [patch for patch in order if patch != said.patch]
    elif said.patch not in order:
        later = (at for at, each in enumerate(order) if _number(each) > _number(said.patch))
        order.insert(next(later, len(order)), said.patch)


def _number(patch: PatchId) -> tuple[int, str]:
    return len(patch), patch
