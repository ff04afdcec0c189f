"""What operators want of a run beside the life of its patches: a fold beside the state."""

from dataclasses import dataclass, field

from saddle_engine import events as ev
from saddle_engine.types.base import HintId, NodeId, PatchId, RolloutId
from saddle_engine.types.steering import Hold

Wish = ev.CancelAsked | ev.RequeueAsked


@dataclass
class Hint:
    """What an operator tells a diagnosis."""

    given: ev.HintGiven
    taken: int | None = None
    """The iteration whose diagnosis read it; None while it waits."""
    withdrawn: bool = False

    @property
    def waits(self) -> bool:
        """The next diagnosis will read it."""
        return self.taken is None and not self.withdrawn


@dataclass
class Wishes:
    """As they stand now."""

    hold: Hold | None = None
    """Which patches wait; None where the journal does not say, see the run's config."""
    pinned: NodeId | None = None
    """Where the next iterations start."""
    pinned_by: str = ""
    hints: dict[HintId, Hint] = field(default_factory=dict)
    edits: dict[PatchId, ev.EditAsked] = field(default_factory=dict)
    """Operators' versions of held patches that are still to be checked."""
    comments: dict[PatchId, list[ev.PatchCommented]] = field(default_factory=dict)
    rollouts: dict[RolloutId, Wish] = field(default_factory=dict)
    """Asked for and not done yet."""
    forks: list[ev.RunForked] = field(default_factory=list)

    @property
    def waiting_hints(self) -> list[Hint]:
        """Those that the next diagnosis will read, the oldest first."""
        return [hint for hint in self.hints.values() if hint.waits]

    def taken(self, iteration: int) -> list[Hint]:
        """Those that the diagnosis of an iteration reads, the oldest first."""
        return [hint for hint in self.hints.values() if hint.taken == iteration]

    def apply(self, event: ev.AnyEvent) -> None:
        """Take in an event that the state takes in too."""
        if type(event) is ev.RolloutFinished:
            self.rollouts.pop(event.rollout, None)
        if type(event) not in _WISHED:
            return
        match event:
            case ev.RunStarted() | ev.HoldChanged():
                self.hold = event.hold
            case ev.ParentPinned():
                self.pinned, self.pinned_by = event.node, event.by
            case ev.HintGiven():
                self.hints[event.hint] = Hint(event)
            case ev.HintWithdrawn():
                self.hints[event.hint].withdrawn = True
            case ev.HintTaken():
                self.hints[event.hint].taken = event.iteration
            case ev.RunForked():
                self.forks.append(event)
            case ev.PatchCommented():
                self.comments.setdefault(event.patch, []).append(event)
            case _:
                self._apply_pending(event)

    def _apply_pending(self, event: ev.AnyEvent) -> None:
        match event:
            case ev.EditAsked():
                self.edits[event.patch] = event
            case ev.RunSealed() | ev.RunAborted():
                self.edits.clear()
            case ev.EditRefused():
                self.edits.pop(event.patch, None)
            case ev.PatchProposed() if event.edit_of:
                self.edits.pop(event.edit_of, None)
            case ev.CancelAsked() | ev.RequeueAsked():
                self.rollouts[event.rollout] = event
            case ev.RolloutRequeued():
                self.rollouts.pop(event.rollout, None)
            case _:
                pass


_WISHED = frozenset(
    {
        ev.RunStarted, ev.HoldChanged, ev.ParentPinned, ev.HintGiven, ev.HintWithdrawn, ev.HintTaken,
        ev.RunForked, ev.PatchCommented, ev.EditAsked, ev.RunSealed, ev.RunAborted, ev.EditRefused,
        ev.PatchProposed, ev.CancelAsked, ev.RequeueAsked, ev.RolloutRequeued,
    }
)  # fmt: skip
