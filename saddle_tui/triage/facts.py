"""What is known of a patch, for whoever decides whether to take it home. Pure; hostile text is possible."""

from dataclasses import dataclass

from saddle_engine.patches import NO_GAIN, Patch
from saddle_engine.state import RunState
from saddle_engine.types.base import PatchId
from saddle_engine.types.patch import PatchStatus, Proposal
from saddle_engine.types.steering import Buckets
from saddle_tui.simulated import simulated
from saddle_tui.triage.cost import Cost, Recording, cost_of
from saddle_tui.triage.flips import Flips, flips


@dataclass(frozen=True)
class PatchFacts:
    """One patch of the queue."""

    id: PatchId
    patch: Patch
    proposal: Proposal | None
    """None where it cannot be read."""
    verdict: str
    """A sentence without a full stop."""
    flips: Flips | None
    """None before its mini-batch is checked, or without a proposal."""
    cost: Cost

    @property
    def buckets(self) -> Buckets | None:
        """Of its mini-batch, or of the shadow of its veto."""
        shadow = self.patch.shadow
        return self.patch.buckets or (shadow.buckets if shadow else None)


def facts_of(
    patch: Patch, state: RunState, proposal: Proposal | None, recording: Recording
) -> PatchFacts:
    """All facts of one patch.

    Args:
        patch: of the run.
        state: the run.
        proposal: why it was written.
        recording: gives the records of a session, for what that has cost.
    """
    shadow = patch.shadow.buckets if patch.shadow else None
    return PatchFacts(
        patch.proposed.patch,
        patch,
        proposal,
        verdict(patch, state),
        flips(proposal, patch.buckets or shadow) if proposal else None,
        cost_of(patch, state, recording),
    )


def no_choice(patch: Patch) -> str:
    """Why it cannot be taken home; empty when it can."""
    if patch.proposed.commit is not None:
        return ""
    why = f": {patch.reason}" if patch.reason else ""
    return f"{patch.proposed.patch} never became a harness, so there is nothing to take{why}"


def verdict(patch: Patch, state: RunState) -> str:
    """What came of it and why, in words for somebody who does not know the method."""
    match patch.status:
        case PatchStatus.ADMITTED:
            return f"admitted as {patch.node}: {_batch(patch, state)}; {_dev(patch, state)}"
        case PatchStatus.DECLINED if patch.reason == NO_GAIN:
            return f"declined, since only a gain goes on to dev: {_batch(patch, state)}"
        case PatchStatus.DECLINED:
            return f"declined: {patch.reason}"
        case PatchStatus.REFUSED:
            return f"refused before any rollout was spent on it: {patch.reason}"
        case PatchStatus.VETOED:
            return f"vetoed by an operator: {patch.reason}{_shadow(patch, state)}"
        case PatchStatus.SUPERSEDED:
            return f"{patch.reason}; that version, {patch.edited_as}, was judged in its place"
        case PatchStatus.HELD:
            return "waits for an operator's word; no rollout was spent on it"
        case PatchStatus.PROPOSED | PatchStatus.CHECKING:
            return "not judged yet: its mini-batch is not over"
        case PatchStatus.GATING:
            return f"not judged yet: {_batch(patch, state)}; dev is not over"


def _batch(patch: Patch, state: RunState) -> str:
    if patch.before is None or patch.after is None or patch.buckets is None:
        return "its mini-batch has no pair of scores"
    fixed, broke = len(patch.buckets.fixed), len(patch.buckets.regressed)
    tasks = sum(len(each) for _, each in patch.buckets)
    scores = f"{patch.before:.2f} before and {patch.after:.2f} after{simulated(state)}"
    return f"on the same {tasks} tasks {scores}, {fixed} fixed and {broke} broken"


def _dev(patch: Patch, state: RunState) -> str:
    if patch.node is None:
        return "dev was not measured"
    node, parent = state.dag[patch.node], state.dag[patch.proposed.parents[0]]
    gain = node.dev - parent.dev
    word = (
        "up"
        if gain > 0
        else "down, though this policy admits all the same"
        if gain < 0
        else "as before"
    )
    return f"on dev {parent.dev:.3f} before and {node.dev:.3f} after{simulated(state)}, {word}"


def _shadow(patch: Patch, state: RunState) -> str:
    if patch.shadow is None:
        return ""
    scores = (
        f"{patch.shadow.before:.2f} before and {patch.shadow.after:.2f} after{simulated(state)}"
    )
    return f"; tried all the same, it scored {scores}"
