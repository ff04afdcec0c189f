"""Folds a journal again and checks what must hold at every record, without trusting the engine."""

from collections import Counter
from collections.abc import Callable, Iterable
from statistics import mean

from saddle_engine import events as ev
from saddle_engine.errors import SaddleError
from saddle_engine.state import RunState, mean_score
from saddle_engine.types.base import Commit, Digest, RolloutId, Tree
from saddle_engine.types.rollout import Purpose, Split

CLOSE = 1e-9

SEARCH = (
    ev.IterationStarted
    | ev.ParentChosen
    | ev.PatchProposed
    | ev.MiniBatchChecked
    | ev.NodeAdmitted
    | ev.LessonLearned
    | ev.SessionStarted
    | ev.ModelReplied
)


class Broken(SaddleError):
    """The first invariant that does not hold, and where."""


class Verifier:
    """Checks records one by one, in their order.

    Args:
        has_blob: whether a blob is there and has its digest.
        tree_of: the tree of a commit in the run's repository; None when there is no such commit.
    """

    def __init__(
        self, has_blob: Callable[[Digest], bool], tree_of: Callable[[Commit], Tree | None]
    ) -> None:
        self.state = RunState()
        self._has_blob = has_blob
        self._tree_of = tree_of
        self._exchanges: Counter[tuple[RolloutId, int]] = Counter()

    def check_all(self, records: Iterable[ev.Record]) -> int:
        """How many records hold.

        Raises:
            Broken: at the first that does not.
        """
        for record in records:
            try:
                self._check(record)
            except (ValueError, KeyError, AssertionError) as error:
                kind = record.event.kind
                raise Broken(f"record {record.seq} ({kind}): {error}") from error
        return self.state.seq

    def _check(self, record: ev.Record) -> None:
        event = record.event
        _hold(
            (self.state.seq == 0) == isinstance(event, ev.RunStarted),
            "RunStarted comes first, once",
        )
        _hold(not (self.state.sealed and isinstance(event, SEARCH)), "the search never reopens")
        self._check_blobs(event)
        self._before(event)
        self.state.apply(record)
        self._after(event)

    def _check_blobs(self, event: ev.AnyEvent) -> None:
        for name, field in type(event).model_fields.items():
            value = getattr(event, name)
            if value and "Digest" in str(field.annotation) and isinstance(value, str):
                _hold(
                    (isinstance(event, ev.RunStarted) and name == "benchmark")
                    or self._has_blob(Digest(value)),
                    f"the blob {value} of {name} is not there",
                )

    def _before(self, event: ev.AnyEvent) -> None:
        match event:
            case ev.BatchPlanned():
                self._limit(event)
            case ev.RolloutPlanned():
                earlier = self.state.attempts[event.tree, event.task]
                _hold(event.attempt == earlier + 1, f"attempt {event.attempt} follows {earlier}")
                _hold(event.rollout not in self.state.rollouts, f"{event.rollout} is planned twice")
                is_test = self.state.batches[event.batch].purpose is Purpose.TEST
                _hold(is_test == (event.split is Split.TEST), "test tasks run in the test only")
            case ev.RequestAnswered():
                place = self._exchanges[event.rollout, event.tries]
                _hold(event.index == place, f"exchange {event.index} follows {place - 1}")
                self._exchanges[event.rollout, event.tries] += 1
            case ev.RolloutFinished():
                rollout = self.state.rollouts[event.rollout]
                _hold(rollout.open, f"{event.rollout} finishes without being open")
                _hold(
                    event.outcome.scored == (event.score is not None), "scored outcomes have scores"
                )
            case _:
                pass

    def _after(self, event: ev.AnyEvent) -> None:
        match event:
            case ev.MiniBatchChecked():
                self._mini_batch(event)
            case ev.NodeAdmitted():
                self._node(event)
            case ev.PatchProposed() if event.commit:
                _hold(self._tree_of(event.commit) == event.tree, f"{event.commit} has another tree")
            case ev.RunSealed():
                _hold(event.best in self.state.dag, f"{event.best} is no node")
            case ev.TestEvaluated():
                self._test(event)
            case ev.RunFinished():
                _hold(self.state.sealed is not None, "a run is sealed before it finishes")
            case _:
                pass

    def _limit(self, event: ev.BatchPlanned) -> None:
        limit, run = self.state.limits.get("rollouts"), self.state.run
        if limit is None or run is None:
            return
        aside = 0 if event.purpose is Purpose.TEST else run.test_cost
        total = self.state.spent_rollouts + event.rollouts + aside
        _hold(total <= limit, f"{total} rollouts pass the limit of {limit:g}")

    def _mini_batch(self, event: ev.MiniBatchChecked) -> None:
        before = self.state.batch_results(f"before:{event.iteration}") or []
        after = self.state.batch_results(f"after:{event.iteration}") or []
        tasks = [[order.task for order, _ in batch] for batch in (before, after)]
        _hold(tasks[0] == tasks[1] and bool(tasks[0]), "before and after have the same tasks")
        _close(event.before, mean_score(before), "the mean before")
        _close(event.after, mean_score(after), "the mean after")
        _hold(
            (event.verdict == "better") == (event.after > event.before),
            "the verdict fits the means",
        )

    def _node(self, event: ev.NodeAdmitted) -> None:
        _hold(self._tree_of(event.commit) == event.tree, f"{event.commit} has another tree")
        batch = "seed_dev"
        if event.patch:
            batch = f"dev:{self.state.patches[event.patch].proposed.iteration}"
        results = self.state.batch_results(batch) or []
        _hold(all(order.tree == event.tree for order, _ in results), "dev ran another harness")
        _close(event.dev, mean_score(results), f"the dev mean of {event.node}")

    def _test(self, event: ev.TestEvaluated) -> None:
        tree = self.state.dag[event.node].tree
        results = [each for each in self.state.batch_results("test") or [] if each[0].tree == tree]
        _close(event.mean, mean_score(results), f"the test mean of {event.node}")
        _close(event.mean, mean(event.means), f"the mean of the repeats of {event.node}")


def _hold(holds: bool, what: str) -> None:
    if not holds:
        raise ValueError(what)


def _close(said: float, found: float, what: str) -> None:
    _hold(abs(said - found) < CLOSE, f"{what} is {found}, not {said}")
