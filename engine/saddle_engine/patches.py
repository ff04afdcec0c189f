"""The life of a patch: a part of the fold, from its proposal to a node, a refusal or a veto."""

from dataclasses import dataclass

from saddle_engine import events as ev
from saddle_engine.types.base import NodeId, PatchId
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.steering import Buckets

NO_GAIN = "no gain on the mini-batch"
NO_PAIR = "no pair of the mini-batch has two scores: rollouts were cancelled"
NO_DEV = "no dev rollout has a score: all were cancelled"


@dataclass
class Patch:
    """A patch through its life."""

    proposed: ev.PatchProposed
    iteration: int
    """Which works on it, or was the last to: its own, or the one that took it up."""
    status: PatchStatus = PatchStatus.PROPOSED
    reason: str = ""
    before: float | None = None
    after: float | None = None
    buckets: Buckets | None = None
    dev: float | None = None
    node: NodeId | None = None
    vetoed: bool = False
    """At some time; `status` says whether it still is."""
    aside: bool = False
    """Its iteration has gone on without it: deferred, vetoed, or approved too late for it."""
    edited_as: PatchId | None = None
    """The operator's version that superseded it."""
    shadow: ev.ShadowChecked | None = None
    """What the veto was worth, where it was measured."""

    @property
    def due(self) -> bool:
        """Approved after its iteration had gone on: the next iteration takes it up."""
        return self.aside and self.status is PatchStatus.CHECKING

    @property
    def checked(self) -> bool:
        """Its mini-batch check is over."""
        return self.buckets is not None

    def turn(self, status: PatchStatus, reason: str = "") -> None:
        """Go on to another part of its life."""
        self.status, self.reason = status, reason


Patches = dict[PatchId, Patch]


def live(patches: Patches, event: ev.AnyEvent) -> None:
    """Take in an event; those that are about no patch change nothing."""
    match event:
        case ev.PatchProposed():
            _propose(patches, event)
        case ev.PatchRefused():
            patches[event.patch].turn(PatchStatus.REFUSED, event.reason)
        case ev.ApprovalAsked() | ev.PatchReturned():
            patches[event.patch].turn(PatchStatus.HELD)
        case ev.PatchApproved():
            patches[event.patch].turn(PatchStatus.CHECKING)
        case ev.PatchVetoed():
            patches[event.patch].turn(PatchStatus.VETOED, event.reason)
            patches[event.patch].vetoed = True
        case ev.PatchDeferred():
            patches[event.patch].aside = True
        case ev.IterationStarted() if event.takes_up:
            patches[event.takes_up].aside = False
            patches[event.takes_up].iteration = event.iteration
        case ev.ShadowChecked():
            patches[event.patch].shadow = event
        case _:
            _live_on(patches, event)


def _live_on(patches: Patches, event: ev.AnyEvent) -> None:
    match event:
        case ev.MiniBatchChecked():
            _check(patches[event.patch], event)
        case ev.DevGateProgressed():
            patches[event.patch].turn(PatchStatus.GATING)
        case ev.DevGateChecked():
            patches[event.patch].dev = event.dev
            if event.verdict == "undecided":
                patches[event.patch].turn(PatchStatus.DECLINED, NO_DEV)
        case ev.NodeAdmitted() if event.patch:
            patches[event.patch].turn(PatchStatus.ADMITTED)
            patches[event.patch].node = event.node
        case _:
            pass


def _propose(patches: Patches, event: ev.PatchProposed) -> None:
    patches[event.patch] = Patch(event, event.iteration)
    if event.edit_of:
        edited, patch = patches[event.edit_of], patches[event.patch]
        patch.iteration, patch.aside = edited.iteration, edited.aside
        edited.turn(PatchStatus.SUPERSEDED, f"edited by {event.by}")
        edited.edited_as = event.patch


def _check(patch: Patch, event: ev.MiniBatchChecked) -> None:
    patch.before, patch.after, patch.buckets = event.before, event.after, event.buckets
    if event.verdict == "not_better":
        patch.turn(PatchStatus.DECLINED, NO_PAIR if event.after is None else NO_GAIN)
