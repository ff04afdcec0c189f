"""Whether the run goes on: pause, resume, seal, abort."""

from saddle_engine import events as ev
from saddle_engine.commands import Command
from saddle_engine.state import RunState
from saddle_engine.steering.words import Decision, given, said
from saddle_engine.types.steering import PauseMode, RunStatus


def pause(state: RunState, command: Command) -> Decision:
    """Begin nothing new; with mode `hold` stop also what is under way, before its next model call."""
    wanted = given(command, "mode") or PauseMode.DRAIN
    if wanted not in set(PauseMode):
        return f"there is no pause {wanted!r}; the pauses are drain and hold"
    paused = state.paused
    again = paused is not None and paused.by == "operator" and paused.mode != wanted
    if state.status is not RunStatus.RUNNING and not again:
        return f"only a running search can be paused; this run is {state.status.value}"
    return [ev.RunPaused(by="operator", reason=f"paused {said(command)}", mode=PauseMode(wanted))]


def resume(state: RunState, command: Command) -> Decision:
    """Go on."""
    if state.status is not RunStatus.PAUSED:
        return f"only a paused run can be resumed; this run is {state.status.value}"
    return [ev.RunResumed(by=command.actor)]


def seal(state: RunState, command: Command) -> Decision:
    """End the search, then test."""
    if state.sealed or state.seal_asked:
        return "the search is sealed already"
    if not len(state.dag):
        return "there is no node to test yet: the seed is still being evaluated"
    asked: list[ev.AnyEvent] = [ev.SealAsked(by=command.actor)]
    # What is under way ends first, and a paused run would never get there.
    return [*asked, ev.RunResumed(by=command.actor)] if state.status is RunStatus.PAUSED else asked


def abort(state: RunState, command: Command) -> Decision:
    """Give the run up for good; a person has typed its name."""
    if state.status is RunStatus.DONE:
        return "the run is done; there is nothing to abort"
    names = {state.run.name, state.run.run} if state.run else set()
    if given(command, "run") not in names:
        return f"to abort a run type its name: {state.run.name if state.run else '?'}"
    return [ev.RunAborted(by=command.actor, reason=command.why)]
