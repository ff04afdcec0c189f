"""One line of plain words for each event of interest; None for the others."""

from typing import NamedTuple

from saddle_engine import events as ev
from saddle_engine.state import RunState
from saddle_engine.types.rollout import Outcome
from saddle_engine.types.steering import PauseMode
from saddle_tui.interventions import told
from saddle_tui.recent import QUIET
from saddle_tui.simulated import simulated
from saddle_tui.tested import runs, score_of
from saddle_tui.text.safe import SafeText, clean

UNTOLD = QUIET | {ev.DiagnosisMade, ev.Reflected}
OFTEN = frozenset(
    {
        ev.IterationStarted, ev.ParentChosen, ev.MiniBatchChecked, ev.NodeAdmitted, ev.LessonLearned,
        ev.IterationFinished,
    }
)  # fmt: skip
"""The most of what is told; nothing else is looked for in them."""


class Told(NamedTuple):
    """A line of the story."""

    at_s: float
    """Seconds since the run began."""
    text: SafeText
    style: str
    """Name of a style of the theme; empty for plain."""


def tell(record: ev.Record, state: RunState, began: float) -> Told | None:
    """The line of a record, safe and with its style; None when it is of no interest."""
    if type(record.event) in UNTOLD or (text := line(record.event, state)) is None:
        return None
    return Told(record.at - began, clean(text), _style(record.event))


def _style(event: ev.AnyEvent) -> str:
    match event:
        case ev.NodeAdmitted() | ev.RunFinished() | ev.PatchApproved():
            return "$text-success"
        case ev.RunFailed() | ev.RolloutBroke() | ev.PatchVetoed() | ev.RunAborted():
            return "$text-error"
        case ev.ApprovalAsked() | ev.RunPaused():
            return "bold $text-warning"
        case ev.IterationStarted() | ev.PhaseSwitched() | ev.RunSealed() | ev.TestEvaluated():
            return "bold"
        case ev.LessonLearned() | ev.IterationFinished() | ev.ParentChosen():
            return "$text-muted"
        case _:
            return ""


def line(event: ev.AnyEvent, state: RunState) -> str | None:
    """The line; not yet cleaned for a terminal. `state` is folded up to and including the event."""
    if type(event) in OFTEN:
        return _search_line(event, state)
    match event:
        case ev.RolloutFinished():
            return _ended(event, state)
        case ev.RunStarted():
            return _started(event)
        case ev.EvaluationStarted():
            return _evaluation(event)
        case ev.EngineStarted():
            return f"engine {event.pid} has the run"
        case ev.EngineStopped():
            return f"engine left: {event.reason}"
        case ev.RunPaused():
            return _paused(event)
        case ev.RunResumed():
            return f"goes on, by {event.by}"
        case ev.LimitChanged():
            return f"limit {event.name} is now {event.value:g}, by {event.by}"
        case ev.PhaseSwitched():
            return f"phase {event.phase} by {event.by}: {event.reason}"
        case ev.CommandRefused():
            return f"refused {event.verb}: {event.reason}"
        case ev.RunSealed():
            return f"sealed by {event.by} ({event.reason}); best node {event.best}"
        case ev.TestEvaluated():
            return f"test {event.node}: {score_of(event)} over {runs(event)}{simulated(state)}"
        case ev.RunFinished():
            return "done"
        case ev.RunFailed():
            return f"failed: {event.error}"
        case ev.RolloutBroke():
            return f"{event.rollout} broke (try {event.tries}): {event.reason}"
        case _:
            return told(event, state) or _search_line(event, state)


def _search_line(event: ev.AnyEvent, state: RunState) -> str | None:
    match event:
        case ev.IterationStarted():
            takes_up = f", takes {event.takes_up} up" if event.takes_up else ""
            tasks = ", ".join(event.tasks)
            return f"iteration {event.iteration} (epoch {event.epoch}){takes_up}: {tasks}"
        case ev.ParentChosen():
            return f"  parent {' + '.join(event.parents)}"
        case ev.PatchProposed():
            return f"  {event.patch} {event.subtype.replace('_', ' ')} ({event.patch_class}): {event.title}"
        case ev.PatchRefused():
            return f"  {event.patch} refused: {event.reason}"
        case ev.ApprovalAsked():
            return f"  {event.patch} is held: approve or veto it"
        case ev.PatchApproved():
            return f"  {event.patch} approved by {event.by}"
        case ev.PatchVetoed():
            return f"  {event.patch} vetoed by {event.by}: {event.reason}"
        case ev.MiniBatchChecked() if event.before is None or event.after is None:
            return f"  {event.patch} mini-batch: no pair of rollouts has two scores"
        case ev.MiniBatchChecked():
            scores = f"{event.before:.2f} -> {event.after:.2f}{simulated(state)}"
            return f"  {event.patch} mini-batch {scores}: {event.verdict.replace('_', ' ')}"
        case ev.NodeAdmitted():
            return f"  node {event.node} admitted, dev {event.dev:.3f}{simulated(state)}"
        case ev.LessonLearned():
            worth = "" if event.worth is None else f", worth {event.worth:+.2f}{simulated(state)}"
            source = "" if event.source == "reflection" else f" of the operator's {event.source}"
            return f"  lesson{source} ({event.verdict}{worth}): {event.text}"
        case ev.IterationFinished():
            passed = "everything passed, " * (event.outcome == "nothing_to_learn")
            return f"  iteration {event.iteration}: {passed}{event.outcome.replace('_', ' ')}"
        case _:
            return None


def _started(event: ev.RunStarted) -> str:
    notes = ["simulated"] * event.simulated + [f"sandbox {event.sandbox}"]
    notes += ["UNSANDBOXED"] * (event.sandbox == "none")
    tasks = ", ".join(f"{count} {split}" for split, count in event.tasks.items())
    fork = f", forked from {event.forked_from}" if event.forked_from else ""
    return f"run {event.name} ({event.run}){fork}: {event.harness}, {tasks}; {', '.join(notes)}"


def _paused(event: ev.RunPaused) -> str:
    if event.by != "operator":
        return f"paused: {event.reason}"
    return f"{event.reason}{' (no call to a model begins)' * (event.mode is PauseMode.HOLD)}"


def _evaluation(event: ev.EvaluationStarted) -> str:
    who = " against ".join(each.name for each in event.harnesses)
    return f"evaluates {who} on {event.split}, {event.repeats} x each task, with {event.model}"


def _ended(event: ev.RolloutFinished, state: RunState) -> str | None:
    task = state.rollouts[event.rollout].order.task
    if event.outcome is Outcome.CANCELLED:
        return f"  {event.rollout} ({task}) {event.reason}"
    if state.evaluation:
        return _attempt(event, state)
    if event.reason.startswith("no_finish"):
        return f"  {event.rollout} ({task}) ended without finish{event.reason[9:]}"
    return None


def _attempt(event: ev.RolloutFinished, state: RunState) -> str:
    order = state.rollouts[event.rollout].order
    harnesses = state.evaluation.harnesses if state.evaluation else ()
    who = next((each.name for each in harnesses if each.tree == order.tree), order.tree[:8])
    why = f" ({event.reason})" if event.reason else ""
    place = f"{state.finished} of {state.spent_rollouts}"
    return f"  {place}: {who} {order.task} attempt {order.attempt}: {event.outcome}{why}{simulated(state)}"
