"""Checks records one by one, in their order, and stops at the first that does not hold."""

from collections.abc import Callable, Iterable

from saddle_engine import events as ev
from saddle_engine.errors import SaddleError
from saddle_engine.state import RunState
from saddle_engine.types.base import Commit, Digest, Tree
from saddle_runs.verify.blobs import BlobRules
from saddle_runs.verify.holding import hold
from saddle_runs.verify.money import MoneyRules
from saddle_runs.verify.patches import PatchRules
from saddle_runs.verify.rollouts import RolloutRules
from saddle_runs.verify.scores import ScoreRules
from saddle_runs.verify.search import SearchRules

SEARCH = (
    ev.IterationStarted
    | ev.ParentChosen
    | ev.PatchProposed
    | ev.ApprovalAsked
    | ev.HintTaken
    | ev.ShadowChecked
    | ev.MiniBatchChecked
    | ev.NodeAdmitted
    | ev.LessonLearned
    | ev.SessionStarted
    | ev.ModelReplied
    | ev.ToolCalled
)


class Broken(SaddleError):
    """The first invariant that does not hold, and where."""


class Verifier:
    """Folds a journal and holds every record against the rules.

    Args:
        blob: a text by its digest; raises `JournalError` when it is not there or damaged.
        tree_of: the tree of a commit in the run's repository; None when there is no such commit.
    """

    def __init__(
        self, blob: Callable[[Digest], bytes], tree_of: Callable[[Commit], Tree | None]
    ) -> None:
        self.state = RunState()
        self._blobs = BlobRules(blob)
        self._rollouts = RolloutRules()
        self._money = MoneyRules()
        self._search = SearchRules(tree_of)
        self._patches = PatchRules()
        self._scores = ScoreRules()

    def check_all(self, records: Iterable[ev.Record]) -> int:
        """How many records hold.

        Raises:
            Broken: at the first that does not.
            JournalError: a record cannot be read.
        """
        for record in records:
            try:
                self._check(record)
            except (ValueError, LookupError, AssertionError) as error:
                kind = record.event.kind
                raise Broken(f"record {record.seq} ({kind}): {error}") from error
        return self.state.seq

    def _check(self, record: ev.Record) -> None:
        event, state = record.event, self.state
        first = isinstance(event, ev.RunStarted)
        hold((state.seq == 0) == first, "RunStarted comes first, once")
        second = isinstance(event, ev.EvaluationStarted)
        hold(state.seq == 1 or not second, "EvaluationStarted comes second, or never")
        hold(not (state.sealed and isinstance(event, SEARCH)), "the search never reopens")
        hold(not (state.evaluation and isinstance(event, SEARCH)), "an evaluation has no search")
        self._blobs.check(event)
        self._rollouts.before(state, event)
        self._money.before(state, event)
        self._search.before(state, event)
        self._patches.before(state, event)
        state.apply(record)
        self._search.after(state, event)
        self._patches.after(state, event)
        self._scores.after(state, event)
