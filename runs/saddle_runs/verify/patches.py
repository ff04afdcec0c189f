"""What must hold for the life of a patch, and for what operators say of it."""

from saddle_engine import events as ev
from saddle_engine.state import RunState
from saddle_engine.types.base import PatchId
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.rollout import Purpose
from saddle_runs.verify.holding import close, hold

LEAVES: dict[ev.IterationOutcome, frozenset[PatchStatus]] = {
    "admitted": frozenset({PatchStatus.ADMITTED}),
    "declined": frozenset({PatchStatus.DECLINED}),
    "refused": frozenset({PatchStatus.REFUSED}),
    "vetoed": frozenset({PatchStatus.VETOED}),
    "deferred": frozenset({PatchStatus.HELD, PatchStatus.CHECKING}),
}
"""What an iteration that had a patch leaves it as."""


class PatchRules:
    """Nothing is spent on a patch that waits, and every word meets a patch that it can be about."""

    def before(self, state: RunState, event: ev.AnyEvent) -> None:
        """Check an event against the state that it meets.

        Raises:
            ValueError: it cannot follow.
        """
        match event:
            case ev.ApprovalAsked():
                _is(state, event.patch, PatchStatus.PROPOSED)
            case ev.PatchApproved() | ev.PatchVetoed() | ev.PatchDeferred() | ev.EditAsked():
                _is(state, event.patch, PatchStatus.HELD)
            case ev.PatchReturned():
                due = state.patches[event.patch].due
                hold(due or _status(state, event.patch) is PatchStatus.VETOED, "nothing returns")
            case ev.EditRefused():
                hold(event.patch in state.wishes.edits, f"no edit of {event.patch} was asked for")
            case ev.PatchProposed() if event.edit_of:
                _is(state, event.edit_of, PatchStatus.HELD)
                hold(event.edit_of in state.wishes.edits, f"nobody edited {event.edit_of}")
                hold(bool(event.by), f"nobody wrote {event.patch}")
            case ev.BatchPlanned() if event.purpose in {Purpose.AFTER, Purpose.SHADOW}:
                _spend(state, event)
            case ev.RunSealed():
                dropped = "" if state.seal_asked else ", ".join(_due(state))
                hold(not dropped, f"{dropped} was approved and is dropped")
            case _:
                pass

    def after(self, state: RunState, event: ev.AnyEvent) -> None:
        """Check the state that an event leaves.

        Raises:
            ValueError: it contradicts itself.
        """
        match event:
            case ev.IterationFinished():
                _left(state, event)
            case ev.LessonLearned() if event.source != "reflection":
                _worth(state, event)
            case _:
                pass


def _is(state: RunState, patch: PatchId, status: PatchStatus) -> None:
    found = _status(state, patch)
    hold(found is status, f"{patch} is {found}, not {status}")


def _status(state: RunState, patch: PatchId) -> PatchStatus:
    return state.patches[patch].status


def _due(state: RunState) -> list[PatchId]:
    return [patch.proposed.patch for patch in state.due]


def _spend(state: RunState, event: ev.BatchPlanned) -> None:
    if event.purpose is Purpose.SHADOW:
        total = state.shadow_rollouts + event.rollouts
        budget = state.run.shadow if state.run else 0
        hold(total <= budget, f"{total} rollouts for vetoed patches pass the {budget} set aside")
        _is(state, PatchId(event.batch.partition(":")[2]), PatchStatus.VETOED)
        return
    patch = state.iterations[event.iteration].patch
    hold(patch is not None, "there is no patch to run")
    assert patch is not None
    status = _status(state, patch)
    hold(status in {PatchStatus.PROPOSED, PatchStatus.CHECKING}, f"{patch} is {status}")


def _left(state: RunState, event: ev.IterationFinished) -> None:
    patch = state.iterations[event.iteration].patch
    expected = LEAVES.get(event.outcome)
    hold((patch is None) == (expected is None), f"{event.outcome} does not fit patch {patch}")
    if patch is not None and expected is not None:
        status = _status(state, patch)
        hold(status in expected, f"{patch} is {status}, but the iteration was {event.outcome}")


def _worth(state: RunState, event: ev.LessonLearned) -> None:
    """A lesson of an operator's hint or edit says what the mini-batch check of its patch measured."""
    patch, worth = state.patches[event.patch], event.worth
    if patch.before is None or patch.after is None or worth is None:
        raise ValueError(f"{event.patch} has no measured worth")
    close(worth, patch.after - patch.before, f"the worth of {event.patch}")
    sign = "good" if worth > 1e-9 else "bad" if worth < -1e-9 else "ineffective"
    hold(event.verdict == sign, f"the lesson is {sign}, not {event.verdict}")
    if event.source == "edit":
        hold(patch.proposed.edit_of is not None, f"{event.patch} is no operator's version")
        return
    read = [hint.given.text for hint in state.wishes.taken(patch.proposed.iteration)]
    hold(event.text in read, f"the diagnosis of {event.patch} read no such hint")
