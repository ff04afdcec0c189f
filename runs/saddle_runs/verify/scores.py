"""What must hold for means, verdicts, the choice of the best node and the test."""

from collections import Counter
from collections.abc import Sequence
from statistics import mean, stdev

from saddle_engine import events as ev
from saddle_engine.state import RunState, mean_score
from saddle_engine.types.base import TaskId, Tree
from saddle_engine.types.rollout import Outcome, RolloutOrder, RolloutResult, Split
from saddle_engine.types.steering import Buckets
from saddle_runs.verify.holding import CLOSE, close, hold

Results = Sequence[tuple[RolloutOrder, RolloutResult]]
BUCKET = {
    (False, True): "fixed",
    (True, False): "regressed",
    (False, False): "still_failing",
    (True, True): "still_passing",
}


class ScoreRules:
    """Computes every number again from the rollouts."""

    def after(self, state: RunState, event: ev.AnyEvent) -> None:
        """Check the state that an event leaves.

        Raises:
            ValueError: a number or a verdict does not follow from the rollouts.
        """
        match event:
            case ev.MiniBatchChecked():
                _mini_batch(state, event)
            case ev.DevGateChecked():
                found = mean_score(_batch(state, f"dev:{state.patches[event.patch].iteration}"))
                _same(event.dev, found, "the dev mean")
                hold((event.verdict == "undecided") == (found is None), "the verdict is another")
            case ev.ShadowChecked():
                _shadow(state, event)
            case ev.NodeAdmitted():
                _node(state, event)
            case ev.RunSealed():
                _sealed(state, event)
            case ev.TestEvaluated():
                _test(state, event)
            case ev.RunFinished():
                _finished(state)
            case _:
                pass


def _batch(state: RunState, batch: str) -> Results:
    results = state.batch_results(batch)
    if not results:
        raise ValueError(f"the batch {batch} has no results, or not all of them")
    return results


def _mini_batch(state: RunState, event: ev.MiniBatchChecked) -> None:
    iteration, patch = state.iterations[event.iteration], state.patches[event.patch]
    before = _batch(state, f"before:{patch.proposed.iteration}")
    after = _batch(state, f"after:{event.iteration}")
    drawn = list(iteration.started.tasks)
    hold(_tasks(before) == _tasks(after) == drawn, "before and after are not the drawn tasks")
    hold(iteration.parent is not None, "there is no parent")
    parent = iteration.parent.tree if iteration.parent else None
    hold({order.tree for order, _ in before} == {parent}, "before is not the parent")
    hold({order.tree for order, _ in after} == {patch.proposed.tree}, "after is not the patch")
    _means(event, *_paired(before, after))
    gained = (event.after or 0) - (event.before or 0) > CLOSE
    hold((event.verdict == "better") == gained, "the verdict is another")


def _shadow(state: RunState, event: ev.ShadowChecked) -> None:
    patch = state.patches[event.patch]
    before = _batch(state, f"before:{patch.proposed.iteration}")
    after = _batch(state, f"shadow:{event.patch}")
    hold(_tasks(before) == _tasks(after), "before and after are not the same tasks")
    hold({order.tree for order, _ in after} == {patch.proposed.tree}, "after is not the patch")
    _means(event, *_paired(before, after))


def _means(event: ev.MiniBatchChecked | ev.ShadowChecked, before: Results, after: Results) -> None:
    _same(event.before, mean_score(before), "the mean before")
    _same(event.after, mean_score(after), "the mean after")
    hold(event.buckets == _buckets(before, after), "the buckets are others")


def _same(said: float | None, found: float | None, what: str) -> None:
    if said is None or found is None:
        hold(said is found, f"{what} is {found}, not {said}")
    else:
        close(said, found, what)


def _paired(before: Results, after: Results) -> tuple[Results, Results]:
    """The tasks that have a score on both sides."""
    both = [
        (was, now)
        for was, now in zip(before, after, strict=True)
        if was[1].score is not None and now[1].score is not None
    ]
    return [was for was, _ in both], [now for _, now in both]


def _tasks(results: Results) -> list[TaskId]:
    return [order.task for order, _ in results]


def _buckets(before: Results, after: Results) -> Buckets:
    found: dict[str, list[TaskId]] = {}
    for (order, was), (_, now) in zip(before, after, strict=True):
        pair = (was.outcome is Outcome.PASSED, now.outcome is Outcome.PASSED)
        found.setdefault(BUCKET[pair], []).append(order.task)
    return Buckets(**{name: tuple(tasks) for name, tasks in found.items()})


def _node(state: RunState, event: ev.NodeAdmitted) -> None:
    batch = "seed_dev"
    if event.patch is not None:
        patch = state.patches[event.patch]
        batch = f"dev:{patch.iteration}"
        better = patch.before is not None and patch.after is not None and patch.after > patch.before
        hold(better, f"{event.patch} did not win its mini-batch")
    results = _batch(state, batch)
    hold({order.tree for order, _ in results} == {event.tree}, "dev ran another harness")
    hold(len(results) == _size(state, Split.DEV), "the dev run is not the whole split")
    _same(event.dev, mean_score(results), f"the dev mean of {event.node}")


def _sealed(state: RunState, event: ev.RunSealed) -> None:
    hold(event.best in state.dag, f"{event.best} is no node")
    # The word of an operator may come between the policy's and its record.
    hold(event.by == "policy" or state.seal_asked, "no operator asked for the seal")
    best = state.dag[event.best]
    higher = [node.id for node in state.dag if node.dev > best.dev]
    hold(not higher, f"{event.best} is not the best on dev: {', '.join(higher)} is higher")


def _test(state: RunState, event: ev.TestEvaluated) -> None:
    scores, tasks = _scores_of(state, state.dag[event.node].tree), _size(state, Split.TEST)
    hold(len(scores) % tasks == 0, f"{len(scores)} rollouts are no whole repeats")
    repeats = [scores[start : start + tasks] for start in range(0, len(scores), tasks)]
    known = [_scored(own) for own in repeats]
    means = [mean(own) for own in known if own]
    said = len(event.means)
    hold(
        said == len(means), f"{len(scores)} rollouts with {len(means)} means are not {said} repeats"
    )
    for place, (own_mean, found) in enumerate(zip(event.means, means, strict=True), start=1):
        close(own_mean, found, f"the test mean of {event.node} in repeat {place}")
    close(event.mean, mean(means), f"the mean of the repeats of {event.node}")
    spread = stdev(means) if len(means) > 1 else 0.0
    close(event.sd, spread, f"the standard deviation of {event.node}")


def _size(state: RunState, split: Split) -> int:
    return state.run.tasks[split] if state.run else 0


def _scores_of(state: RunState, tree: Tree) -> list[float | None]:
    return [result.score for order, result in _batch(state, "test") if order.tree == tree]


def _scored(scores: Sequence[float | None]) -> list[float]:
    return [score for score in scores if score is not None]


def _finished(state: RunState) -> None:
    if state.evaluation is not None:
        _evaluated(state, state.evaluation)
        return
    if state.sealed is None:
        raise ValueError("a run is sealed before it finishes")
    nodes = {state.seed.id, state.sealed.best} - set(state.tested)
    missing = [node for node in nodes if _scored(_scores_of(state, state.dag[node].tree))]
    hold(not missing, f"{', '.join(sorted(missing))} was not tested")


def _evaluated(state: RunState, evaluation: ev.EvaluationStarted) -> None:
    """Every task has as many attempts of every harness as were ordered."""
    results = _batch(state, "eval")
    found = Counter((order.tree, order.task) for order, _ in results)
    pairs = len(evaluation.harnesses) * _size(state, evaluation.split)
    hold(len(found) == pairs, f"{len(found)} pairs of harness and task are not {pairs}")
    uneven = [task for (_, task), count in found.items() if count != evaluation.repeats]
    hold(not uneven, f"{', '.join(uneven)} had another number of attempts")
