"""Where the search goes: its phase, what it holds, where it starts, what it is told, what leaves it."""

from saddle_engine import events as ev
from saddle_engine.commands import Command
from saddle_engine.state import RunState
from saddle_engine.steering.words import Decision, given, said, text_of
from saddle_engine.types.base import HintId, NodeId
from saddle_engine.types.steering import Hold
from saddle_engine.types.taxonomy import Phase

WAITING = 5
"""Hints that can wait: one diagnosis reads them all, and each becomes a lesson."""


def phase(state: RunState, command: Command) -> Decision:
    """Which class of patches diagnosis may propose."""
    wanted = given(command, "phase")
    if wanted not in {phase.value for phase in Phase}:
        return f"there is no phase {wanted!r}; the phases are capability and steering"
    if state.phase == wanted:
        return f"the run is in the {wanted} phase already"
    if state.sealed:
        return "the search is sealed; its phase cannot change any more"
    return [ev.PhaseSwitched(phase=Phase(wanted), by="operator", reason=said(command))]


def hold(state: RunState, command: Command) -> Decision:
    """Which patches wait for the operator."""
    wanted = given(command, "hold")
    if wanted not in set(Hold):
        return f"there is no hold policy {wanted!r}; they are none, steering and all"
    if state.sealed:
        return "the search is sealed; no patch comes any more"
    if state.wishes.hold == wanted:
        return f"the hold policy is {wanted} already"
    return [ev.HoldChanged(hold=Hold(wanted), by=command.actor)]


def pin(state: RunState, command: Command) -> Decision:
    """Where the next iterations start; an empty node lets the agent choose again."""
    node = NodeId(given(command, "node"))
    if state.sealed:
        return "the search is sealed; no iteration begins any more"
    if not node:
        pinned = state.wishes.pinned
        return [ev.ParentPinned(node=None, by=command.actor)] if pinned else "no node is pinned"
    if node not in state.dag:
        return f"there is no node {node!r}"
    if node == state.wishes.pinned:
        return f"{node} is pinned already"
    return [ev.ParentPinned(node=node, by=command.actor)]


def hint(state: RunState, command: Command) -> Decision:
    """A few sentences for the next diagnosis."""
    text, wrong = text_of(command, "hint")
    if state.sealed:
        return "the search is sealed; no diagnosis comes any more"
    if wrong:
        return wrong
    if len(state.wishes.waiting_hints) >= WAITING:
        return f"{WAITING} hints wait for the next diagnosis already; undo one, or let it read them"
    known = HintId(f"h{len(state.wishes.hints) + 1}")
    return [ev.HintGiven(hint=known, text=text, by=command.actor)]


def fork(state: RunState, command: Command) -> Decision:
    """Note that another run was started from a node of this one."""
    node, run = NodeId(given(command, "node")), given(command, "run")
    if node not in state.dag:
        return f"there is no node {node!r}"
    if not run:
        return "a fork needs the id of the new run"
    return [ev.RunForked(node=node, run=run, by=command.actor)]
