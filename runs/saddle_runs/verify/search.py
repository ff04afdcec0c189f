"""What must hold for iterations, sessions, patches, nodes and commits."""

from collections import Counter
from collections.abc import Callable

from saddle_engine import events as ev
from saddle_engine.state import RunState
from saddle_engine.types.base import Commit, NodeId, SessionId, Tree
from saddle_runs.verify.holding import follow, hold


class SearchRules:
    """Checks that one thing follows from another."""

    def __init__(self, tree_of: Callable[[Commit], Tree | None]) -> None:
        self._tree_of = tree_of
        self._calls: Counter[tuple[type[ev.Event], SessionId, int]] = Counter()

    def before(self, state: RunState, event: ev.AnyEvent) -> None:
        """Check an event against the state that it meets.

        Raises:
            ValueError: it cannot follow.
        """
        match event:
            case ev.IterationStarted():
                follow(event.iteration, len(state.iterations), "iteration")
                done = all(each.outcome for each in state.iterations.values())
                hold(done, "an iteration begins while another is open")
                _taken_up(state, event)
            case ev.HintTaken():
                hold(state.wishes.hints[event.hint].waits, f"{event.hint} does not wait")
                begun = ("diagnosis", event.iteration) in state.session_of
                hold(not begun, f"the diagnosis that takes {event.hint} has begun")
            case ev.HintWithdrawn():
                hold(state.wishes.hints[event.hint].waits, f"{event.hint} does not wait")
            case ev.ModelReplied() | ev.ToolCalled():
                place = (type(event), event.session, event.tries)
                hold(event.index == self._calls[place], f"call {event.index} is out of its order")
                self._calls[place] += 1
            case ev.PatchProposed():
                follow(int(event.patch[1:]), len(state.patches), "patch")
            case ev.NodeAdmitted():
                follow(int(event.node[1:]), len(state.dag) - 1, "node")
            case ev.LessonLearned():
                follow(int(event.lesson[1:]), len(state.lessons), "lesson")
            case _:
                pass

    def after(self, state: RunState, event: ev.AnyEvent) -> None:
        """Check the state that an event leaves.

        Raises:
            ValueError: it contradicts itself.
        """
        match event:
            case ev.RunStarted():
                self._commit(event.commit, event.tree)
            case ev.EvaluationStarted():
                for harness in event.harnesses:
                    self._commit(harness.commit, harness.tree)
            case ev.ParentChosen():
                self._parents(state, event)
            case ev.PatchProposed():
                self._proposed(state, event)
            case ev.NodeAdmitted():
                self._node(state, event)
            case _:
                pass

    def _commit(self, commit: Commit | None, tree: Tree | None) -> None:
        if commit:
            found = self._tree_of(commit)
            hold(found is not None, f"there is no commit {commit}")
            hold(found == tree, f"{commit} has the tree {found}, not {tree}")

    def _parents(self, state: RunState, event: ev.ParentChosen) -> None:
        self._commit(event.commit, event.tree)
        nodes = [state.dag[node] for node in event.parents]
        if len(nodes) == 1:
            hold(nodes[0].tree == event.tree, f"{nodes[0].id} is another harness")
        if patch := state.iterations[event.iteration].started.takes_up:
            own = state.iterations[state.patches[patch].proposed.iteration].parent
            same = own and (own.parents, own.tree) == (event.parents, event.tree)
            hold(bool(same), f"{patch} was made for another parent")
        elif state.wishes.pinned and ("evolution", event.iteration) not in state.session_of:
            pinned = state.wishes.pinned
            hold(event.parents == (pinned,), f"{pinned} is pinned")

    def _proposed(self, state: RunState, event: ev.PatchProposed) -> None:
        self._commit(event.commit, event.tree)
        parent = state.iterations[event.iteration].parent
        hold(parent is not None and parent.parents == event.parents, "it has other parents")

    def _node(self, state: RunState, event: ev.NodeAdmitted) -> None:
        self._commit(event.commit, event.tree)
        if event.patch is None:
            hold(event.node == NodeId("n0"), "only the seed has no patch")
            return
        proposed = state.patches[event.patch].proposed
        said = (event.parents, event.commit, event.tree)
        hold(said == (proposed.parents, proposed.commit, proposed.tree), "it is not its patch")


def _taken_up(state: RunState, event: ev.IterationStarted) -> None:
    if event.takes_up is None:
        return
    patch = state.patches[event.takes_up]
    hold(patch.due, f"{event.takes_up} is not due")
    own = state.iterations[patch.proposed.iteration].started
    hold(event.tasks == own.tasks, f"{event.takes_up} was made from another mini-batch")
