"""What must hold for batches, rollouts and their recordings."""

from collections import Counter, defaultdict

from saddle_engine import events as ev
from saddle_engine.state import RunState
from saddle_engine.types.base import RolloutId, TaskId
from saddle_engine.types.rollout import Outcome, Purpose, Split
from saddle_engine.types.wire import Door
from saddle_runs.verify.holding import follow, hold

Try = tuple[RolloutId, int]


class RolloutRules:
    """Counts what was recorded, and compares it with what was said."""

    def __init__(self) -> None:
        self._due = 0
        """Rollouts of the latest batch that are not planned yet."""
        self._exchanges: Counter[Try] = Counter()
        self._steps: Counter[Try] = Counter()
        self._tokens: Counter[Try] = Counter()
        self._passed: dict[TaskId, float] = {}
        """The lowest score that passed, by task."""
        self._failed: defaultdict[TaskId, float] = defaultdict(lambda: -1.0)
        """The highest score that did not."""

    def before(self, state: RunState, event: ev.AnyEvent) -> None:
        """Check an event against the state that it meets.

        Raises:
            ValueError: it cannot follow.
        """
        planned = isinstance(event, ev.RolloutPlanned)
        hold(planned == (self._due > 0), f"{self._due} rollouts of the batch are still to be named")
        match event:
            case ev.BatchPlanned():
                hold(event.batch not in state.batches, f"{event.batch} is planned twice")
                _within_limit(state, event)
                self._due = event.rollouts
            case ev.RolloutPlanned():
                self._plan(state, event)
            case ev.RolloutStarted():
                follow(event.tries, state.rollouts[event.rollout].broke, "try")
            case ev.RequestAnswered():
                self._record(state, event)
            case ev.RolloutBroke():
                hold(
                    state.rollouts[event.rollout].open, f"{event.rollout} breaks without being open"
                )
            case ev.RolloutRequeued():
                _requeue(state, event)
            case ev.RolloutFinished():
                self._finish(state, event)
            case _:
                pass

    def _plan(self, state: RunState, event: ev.RolloutPlanned) -> None:
        self._due -= 1
        follow(int(event.rollout[1:]), state.spent_rollouts, "rollout")
        follow(event.attempt, state.attempts[event.tree, event.task], "attempt")
        if state.evaluation:
            evaluated = {each.tree for each in state.evaluation.harnesses}
            hold(event.split is state.evaluation.split, f"{event.split} is not evaluated")
            hold(event.tree in evaluated, f"{event.tree} is not evaluated")
            return
        is_test = state.batches[event.batch].purpose is Purpose.TEST
        hold(is_test == (event.split is Split.TEST), "test tasks run in the test, and only there")

    def _record(self, state: RunState, event: ev.RequestAnswered) -> None:
        rollout, place = state.rollouts[event.rollout], (event.rollout, event.tries)
        works = rollout.open and rollout.tries == event.tries > rollout.broke
        hold(works, f"{event.rollout} is not at work")
        hold(event.index == self._exchanges[place], f"exchange {event.index} is out of its order")
        self._exchanges[place] += 1
        self._steps[place] += event.door is Door.MODEL
        self._tokens[place] += event.usage.total
        hold(event.step == self._steps[place], f"step {event.step} is step {self._steps[place]}")

    def _finish(self, state: RunState, event: ev.RolloutFinished) -> None:
        rollout = state.rollouts[event.rollout]
        asked = isinstance(state.wishes.rollouts.get(event.rollout), ev.CancelAsked)
        given_up = event.outcome is Outcome.CANCELLED
        hold(asked or not given_up, f"nobody asked to cancel {event.rollout}")
        waits = given_up and rollout.result is None
        hold(rollout.open or waits, f"{event.rollout} finishes without being open")
        hold(event.outcome.scored == (event.score is not None), "scored outcomes have scores")
        place = (event.rollout, rollout.tries)
        recorded = (self._steps[place], self._tokens[place])
        hold((event.steps, event.tokens) == recorded, f"steps and tokens are {recorded}")
        self._compare(rollout.order.task, event)

    def _compare(self, task: TaskId, event: ev.RolloutFinished) -> None:
        """A task is passed from one score on: no score that passed is below one that did not."""
        if event.score is None:
            return
        if event.outcome is Outcome.PASSED:
            self._passed[task] = min(event.score, self._passed.get(task, 1.0))
        elif event.outcome is Outcome.FAILED:
            self._failed[task] = max(event.score, self._failed[task])
        hold(
            self._failed[task] < self._passed.get(task, 2.0),
            f"{task} was passed and failed with scores the wrong way round",
        )


def _requeue(state: RunState, event: ev.RolloutRequeued) -> None:
    """What has a score is never run again: that would choose the luckier one."""
    result = state.rollouts[event.rollout].result
    asked = isinstance(state.wishes.rollouts.get(event.rollout), ev.RequeueAsked)
    hold(asked, f"nobody asked to run {event.rollout} anew")
    hold(result is None or result.outcome is Outcome.CANCELLED, f"{event.rollout} has a result")


def _within_limit(state: RunState, event: ev.BatchPlanned) -> None:
    limit, run = state.limits.get("rollouts"), state.run
    if limit is None or run is None:
        return
    aside = 0 if event.purpose is Purpose.TEST else run.test_cost
    total = state.spent_rollouts + event.rollouts + aside
    hold(total <= limit, f"{total} rollouts pass the limit of {limit:g}")
