"""Which two rollouts are compared: the same task before and after a patch, or by two nodes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from saddle_engine.state import Rollout
from saddle_engine.types.base import NodeId, PatchId, RolloutId, TaskId, Tree
from saddle_engine.types.rollout import Purpose, Split
from saddle_engine.types.steering import bucket
from saddle_tui.trace.parting import Parting, part
from saddle_tui.view import View

WORDS = {
    "fixed": "fixed",
    "regressed": "broke",
    "still_failing": "still fails",
    "still_passing": "still passes",
}
RANKS = ("fixed", "broke")
"""What is looked at first."""
OPEN = "not finished"
UNSCORED = "no score"


@dataclass(frozen=True)
class Pair:
    """Two rollouts of one task."""

    task: TaskId
    split: Split
    bucket: str
    """What came of the change on this task, in words."""
    before: RolloutId | None
    """None: this side has not been ordered."""
    after: RolloutId | None
    names: tuple[str, str]
    """What people call the two harnesses."""

    @property
    def newest(self) -> RolloutId | None:
        """The child's rollout, else the parent's."""
        return self.after or self.before


def pairs(view: View) -> list[Pair]:
    """Every task that both sides have been ordered to run: mini-batch first, what was fixed first."""
    if (sides := _nodes(view)) is not None:
        return _ranked(_everywhere(view, *sides))
    if view.patch is not None and not of_seed(view):
        return [*_ranked(mini_batch(view, view.patch)), *_ranked(_gate(view, view.patch))]
    return []


def parting_of(view: View, pair: Pair) -> Parting | None:
    """Where the two part; None while that is read, or where one has not been ordered."""
    if pair.before is None or pair.after is None:
        return None
    sides = [view.state.rollouts[each] for each in (pair.before, pair.after)]
    upto = sum(each.steps + each.tries + (each.result is not None) for each in sides)
    make = partial(part, pair.before, pair.after)
    return view.shelf.made(("part", pair.before, pair.after), upto, make)


def of_seed(view: View) -> bool:
    """The seed is selected, which no patch made."""
    node = NodeId(view.selected)
    return node in view.state.dag and view.state.dag[node].patch is None


def shown_pair(view: View, all_: list[Pair]) -> Pair | None:
    """That of the selected rollout, else of the task that is looked at, else the first."""
    chosen = (pair for pair in all_ if view.selected and view.selected in (pair.before, pair.after))
    looked = (pair for pair in all_ if pair.task == view.lens.task)
    return next(chosen, None) or next(looked, None) or next(iter(all_), None)


def _ranked(found: Iterable[Pair]) -> list[Pair]:
    rank = {word: place for place, word in enumerate(RANKS)}
    return sorted(found, key=lambda pair: rank.get(pair.bucket, len(RANKS)))


def _nodes(view: View) -> tuple[Tree, Tree] | None:
    """The harnesses, where two nodes or the two of an evaluation are compared."""
    state = view.state
    if state.evaluation is not None:
        given = [each.tree for each in state.evaluation.harnesses]
        return (given[1], given[0]) if len(given) > 1 else None
    chosen = state.rollouts.get(RolloutId(view.selected))
    if state.sealed and chosen is not None and chosen.order.split is Split.TEST:
        seed, best = state.seed, state.dag[state.sealed.best]
        return (seed.tree, best.tree) if seed != best else None
    against = NodeId(view.lens.against)
    if against in state.dag and view.node is not None and view.node != against:
        return state.dag[against].tree, state.dag[view.node].tree
    return None


def mini_batch(view: View, id_: PatchId) -> Iterator[Pair]:
    """Its tasks, before the patch and after it."""
    state, patch = view.state, view.state.patches[id_]
    before = state.batches.get(f"{Purpose.BEFORE}:{patch.proposed.iteration}")
    if before is None:
        return
    after = {
        state.rollouts[rollout].order.task: rollout
        for name in (f"{Purpose.SHADOW}:{id_}", f"{Purpose.AFTER}:{patch.iteration}")
        if (batch := state.batches.get(name)) is not None
        for rollout in batch.rollouts
        if state.rollouts[rollout].order.tree == patch.proposed.tree
    }
    for rollout in before.rollouts:
        yield _pair(view, rollout, after.get(state.rollouts[rollout].order.task), id_)


def _gate(view: View, id_: PatchId) -> Iterator[Pair]:
    proposed = view.state.patches[id_].proposed
    if proposed.tree is not None:
        parent = view.state.dag[proposed.parents[0]].tree
        yield from _common(view, Split.DEV, parent, proposed.tree)


def _everywhere(view: View, before: Tree, after: Tree) -> Iterator[Pair]:
    for split in Split:
        yield from _common(view, split, before, after)


def _common(view: View, split: Split, before: Tree, after: Tree) -> Iterator[Pair]:
    """Tasks that both have a score at; of several attempts the newest one that both have made.

    That of a selected rollout comes before newer ones.
    """
    cells = view.tally.cells[split]
    left, right = cells.get(before, {}), cells.get(after, {})
    for task in left:
        if task in right:
            yield _pair(view, *_like(view, left[task], right[task]))


def _like(
    view: View, before: list[RolloutId], after: list[RolloutId]
) -> tuple[RolloutId, RolloutId]:
    attempts = {_number(view, each): each for each in before}
    chosen = [each for each in after if view.selected in {each, attempts.get(_number(view, each))}]
    for each in chosen or reversed(after):
        if (same := attempts.get(_number(view, each))) is not None:
            return same, each
    return before[-1], after[-1]


def _number(view: View, rollout: RolloutId) -> int:
    return view.state.rollouts[rollout].order.attempt


def _pair(view: View, before: RolloutId, after: RolloutId | None, patch: str = "") -> Pair:
    rollouts, names = view.state.rollouts, view.recent.names
    was, now = rollouts[before], rollouts[after] if after else None
    second = names.get(now.order.tree, patch) if now else patch
    return Pair(
        was.order.task,
        was.order.split,
        _bucket(was, now),
        before,
        after,
        (names.get(was.order.tree, "seed"), second),
    )


def _bucket(was: Rollout, now: Rollout | None) -> str:
    if was.result is None or now is None or now.result is None:
        return OPEN
    if not was.result.outcome.scored or not now.result.outcome.scored:
        return UNSCORED
    return WORDS[bucket(was.result.outcome, now.result.outcome)]
