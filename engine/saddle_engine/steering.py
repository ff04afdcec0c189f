"""What an operator's command does: events to journal, or one sentence why not. Pure."""

from saddle_engine import events as ev
from saddle_engine.commands import Command
from saddle_engine.state import RunState
from saddle_engine.types.base import PatchId
from saddle_engine.types.money import usd
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.steering import RunStatus
from saddle_engine.types.taxonomy import Phase

LIMITS = ("rollouts", "usd", "tokens", "hours")
COUNTED = frozenset({"rollouts", "tokens"})
HIGHEST = 1e12


def decide(state: RunState, command: Command) -> list[ev.AnyEvent] | str:
    """The events a command stands for, or the reason why it cannot be carried out now."""
    return _stale(state, command) or _no_search(state, command) or _decide(state, command)


def _decide(state: RunState, command: Command) -> list[ev.AnyEvent] | str:
    match command.verb:
        case "pause":
            return _pause(state, command)
        case "resume":
            return _resume(state, command)
        case "phase":
            return _phase(state, command)
        case "seal":
            return _seal(state, command)
        case "approve" | "veto":
            return _judge(state, command)
        case "limit":
            return _limit(state, command)
        case "stop":
            return []


def _stale(state: RunState, command: Command) -> str:
    for what, seen in command.expect.items():
        now = _seen(state, command, what)
        if now != seen:
            return f"what you saw is out of date: {what} was {seen!r} and is now {now!r}"
    return ""


def _no_search(state: RunState, command: Command) -> str:
    if state.evaluation and command.verb in {"phase", "seal", "approve", "veto"}:
        return f"an evaluation has no search that {command.verb} could change"
    return ""


def _seen(state: RunState, command: Command, what: str) -> object:
    patch = state.patches.get(PatchId(str(command.arguments.get("patch"))))
    known: dict[str, object] = {
        "phase": state.phase.value,
        "run": state.status.value,
        "status": patch.status.value if patch else None,
    }
    return known.get(what)


def _pause(state: RunState, command: Command) -> list[ev.AnyEvent] | str:
    if state.status is not RunStatus.RUNNING:
        return f"only a running search can be paused; this run is {state.status.value}"
    return [ev.RunPaused(by="operator", reason=f"paused by {command.actor}")]


def _resume(state: RunState, command: Command) -> list[ev.AnyEvent] | str:
    if state.status is not RunStatus.PAUSED:
        return f"only a paused run can be resumed; this run is {state.status.value}"
    return [ev.RunResumed(by=command.actor)]


def _phase(state: RunState, command: Command) -> list[ev.AnyEvent] | str:
    wanted = str(command.arguments.get("phase"))
    if wanted not in {phase.value for phase in Phase}:
        return f"there is no phase {wanted!r}; the phases are capability and steering"
    if state.phase == wanted:
        return f"the run is in the {wanted} phase already"
    if state.sealed:
        return "the search is sealed; its phase cannot change any more"
    return [ev.PhaseSwitched(phase=Phase(wanted), by="operator", reason=f"by {command.actor}")]


def _seal(state: RunState, command: Command) -> list[ev.AnyEvent] | str:
    if state.sealed or state.seal_asked:
        return "the search is sealed already"
    if not len(state.dag):
        return "there is no node to test yet: the seed is still being evaluated"
    asked: list[ev.AnyEvent] = [ev.SealAsked(by=command.actor)]
    # What is under way ends first, and a paused run would never get there.
    return [*asked, ev.RunResumed(by=command.actor)] if state.status is RunStatus.PAUSED else asked


def _judge(state: RunState, command: Command) -> list[ev.AnyEvent] | str:
    patch_id = PatchId(str(command.arguments.get("patch")))
    patch = state.patches.get(patch_id)
    if state.sealed:
        return "the search is sealed; no patch waits any more"
    if patch is None:
        return f"there is no patch {patch_id!r}"
    if patch.status is not PatchStatus.HELD:
        return f"only a held patch can be judged; {patch_id} is {patch.status.value}"
    if command.verb == "approve":
        return [ev.PatchApproved(patch=patch_id, by=command.actor)]
    reason = str(command.arguments.get("reason") or "")
    if not reason:
        return "a veto needs a reason"
    return [ev.PatchVetoed(patch=patch_id, by=command.actor, reason=reason)]


def _limit(state: RunState, command: Command) -> list[ev.AnyEvent] | str:
    name, value = command.arguments.get("name"), command.arguments.get("value")
    if not isinstance(name, str) or name not in LIMITS:
        return f"there is no limit {name!r}; the limits are {', '.join(LIMITS)}"
    if isinstance(value, bool) or not isinstance(value, int | float) or not fits_limit(name, value):
        return f"a limit of {name} is {what_fits(name)}, not {value!r}"
    if refused := _below(state, name, value):
        return refused
    changed: list[ev.AnyEvent] = [ev.LimitChanged(name=name, value=value, by=command.actor)]
    if state.paused and state.paused.by == name:
        changed.append(ev.RunResumed(by=command.actor))
    return changed


def fits_limit(name: str, value: float) -> bool:
    """Whether a number can be a value of that limit."""
    return 0 < value < HIGHEST and (name not in COUNTED or value == int(value))


def what_fits(name: str) -> str:
    """What a value of that limit is, in words."""
    return "a positive whole number" if name in COUNTED else "a positive number"


def _below(state: RunState, name: str, value: float) -> str:
    """Why a limit cannot be lowered so far; empty when it can."""
    tested = "test" in state.batches
    match name:
        case "rollouts":
            aside = state.run.test_cost if state.run and not tested else 0
            floor: float = state.spent_rollouts + aside
            said = f"{value:g} rollouts are fewer than the {floor:g} that are spent or set aside"
        case "usd":
            floor = usd(state.books.committed)
            said = f"{value:g} USD are less than the {floor:.4f} that are spent or reserved"
        case "tokens":
            floor = state.books.committed_tokens
            said = f"{value:g} tokens are fewer than the {floor:g} that are spent or reserved"
        case _:
            floor = state.worked_s / 3600
            said = f"{value:g} hours are less than the {floor:.2f} that have been worked"
    return said if value < floor else ""
