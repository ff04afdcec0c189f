"""Each default of the paper is kept by `policy = "paper"`."""

from collections import Counter

from saddle_engine import events as ev
from saddle_engine.dag import EvoDag, Node
from saddle_engine.policies.paper import paper
from saddle_engine.state import Iteration, Rollout, RunState
from saddle_engine.types.base import Commit, NodeId, PatchId, RolloutId, TaskId, Tree
from saddle_engine.types.rollout import RolloutOrder, Split
from saddle_engine.types.taxonomy import Phase

TRAIN = [TaskId(f"t{number}") for number in range(12)]


def dag(*devs: float) -> EvoDag:
    grown = EvoDag()
    for place, dev in enumerate(devs):
        parents = (NodeId("n0"),) if place else ()
        patch = PatchId(f"p{place}") if place else None
        node = Node(NodeId(f"n{place}"), patch, parents, Commit("c"), Tree("t"), dev)
        grown.admit(node)
    return grown


def state_after(iterations: int) -> RunState:
    state = RunState()
    for number in range(1, iterations + 1):
        started = ev.IterationStarted(iteration=number, epoch=0, tasks=())
        state.iterations[number] = Iteration(started, outcome="declined")
    return state


def state_with_rollouts(count: int) -> RunState:
    state = RunState()
    for number in range(count):
        rollout = RolloutId(f"r{number}")
        order = RolloutOrder(
            rollout=rollout, tree=Tree("t"), task=TRAIN[0], split=Split.TRAIN, attempt=number + 1
        )
        state.rollouts[rollout] = Rollout(order, "before:1")
    return state


def test_a_mini_batch_has_three_tasks() -> None:
    assert len(paper(12).sampling.draw(TRAIN, 1, seed=0).tasks) == 3


def test_an_epoch_visits_every_train_task_once() -> None:
    drawn = [paper(12).sampling.draw(TRAIN, number, seed=0) for number in range(1, 5)]

    assert Counter(task for batch in drawn for task in batch.tasks) == Counter(TRAIN)
    assert {batch.epoch for batch in drawn} == {0}


def test_the_last_mini_batch_of_an_epoch_may_be_smaller_and_the_next_epoch_begins_after_it() -> (
    None
):
    sampling = paper(4).sampling

    sizes = [len(sampling.draw(TRAIN[:4], number, seed=0).tasks) for number in (1, 2, 3)]

    assert sizes == [3, 1, 3]
    assert sampling.draw(TRAIN[:4], 3, seed=0).epoch == 1


def test_every_epoch_is_shuffled_by_the_seed_and_nothing_else() -> None:
    sampling = paper(12).sampling

    first = [sampling.draw(TRAIN, number, seed=0) for number in (1, 5)]

    assert first[0].tasks != first[1].tasks
    assert sampling.draw(TRAIN[::-1], 1, seed=0) == first[0]
    assert sampling.draw(TRAIN, 1, seed=1).tasks != first[0].tasks


def test_a_patch_is_better_only_with_a_strictly_greater_sum() -> None:
    better = paper(12).acceptance.better

    assert better([0.0, 0.0, 1.0], [1.0, 1.0, 0.0])
    assert not better([0.0, 1.0, 0.0], [1.0, 0.0, 0.0])
    assert not better([1.0, 1.0, 0.0], [1.0, 0.0, 0.0])


def test_the_highest_dev_mean_leads_and_the_later_node_wins_ties() -> None:
    assert paper(12).ranking.best(dag(0.4, 0.6, 0.5)) == "n1"
    assert paper(12).ranking.best(dag(0.4, 0.6, 0.6)) == "n2"


def test_capability_comes_for_the_first_epoch_and_steering_after_it() -> None:
    phases = paper(12).phases

    assert phases.next(RunState(), epoch=0) is None
    assert phases.next(RunState(), epoch=1) is Phase.STEERING


def test_the_policy_switches_one_way_and_leaves_the_operator_alone() -> None:
    state = RunState()
    state.phases = [
        ev.PhaseSwitched(phase=Phase.STEERING, by="policy", reason=""),
        ev.PhaseSwitched(phase=Phase.CAPABILITY, by="operator", reason=""),
    ]

    assert paper(12).phases.next(state, epoch=2) is None


def test_the_search_ends_after_its_epochs() -> None:
    stopping = paper(12, epochs=2).stopping

    assert stopping.reason(state_after(7)) is None
    assert stopping.reason(state_after(8)) is not None


def test_the_search_ends_between_iterations_when_its_rollouts_are_used_up() -> None:
    stopping = paper(12, rollouts=5).stopping

    assert stopping.reason(state_with_rollouts(4)) is None
    assert stopping.reason(state_with_rollouts(5)) is not None


def test_the_test_is_repeated_three_times() -> None:
    assert paper(12).test_repeats == 3


def test_rounding_is_no_gain() -> None:
    better = paper(12).acceptance.better

    assert sum([0.1, 0.7]) < sum([0.0, 0.8])
    assert not better([0.1, 0.7], [0.0, 0.8])
