"""Looking at the EvoDAG: its four drawings, what is folded, and two nodes side by side."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from saddle_engine.types.base import TaskId
from saddle_tui.actions.action import LOOKING, Action
from saddle_tui.comparing.sides import baseline, sides
from saddle_tui.comparing.tasks import pairs
from saddle_tui.drawing.folding import family, lost_on
from saddle_tui.drawing.kin import along
from saddle_tui.keymap import key_of
from saddle_tui.lens import DagView
from saddle_tui.view import View

if TYPE_CHECKING:
    from saddle_tui.screens.main import MainScreen

HERE, PANE, DIFFERENCE = ("dag",), "compare", "first_difference"


def _draw(how: DagView, screen: MainScreen, view: View) -> None:
    """The rail again turns it upside down."""
    turned = view.lens.tab.get(HERE[0], 0)
    if how == view.lens.dag == "rail":
        turned = 1 - turned
    screen.follower.look_through(dag=how, tab={**view.lens.tab, HERE[0]: turned})


def _no_node(view: View) -> str:
    return "" if view.node else "there is no node yet: the seed runs on dev"


def _along(screen: MainScreen, view: View) -> None:
    if view.node and (to := along(view.state.dag, view.node)):
        screen.follower.select(to)


def _no_way(view: View) -> str:
    if why := _no_node(view):
        return why
    assert view.node is not None
    if along(view.state.dag, view.node):
        return ""
    return f"{view.node} has one parent, and is nobody's second one"


def _fold(screen: MainScreen, view: View) -> None:
    """Whoever is on a patch that is folded away goes to its node."""
    node = family(view)
    screen.follower.look_through(unfolded=view.lens.unfolded - {node})
    if view.selected != node:
        screen.follower.select(node)


def _unfold(screen: MainScreen, view: View) -> None:
    node = family(view)
    if node in view.lens.unfolded:
        _fold(screen, view)
    else:
        screen.follower.look_through(unfolded=view.lens.unfolded | {node})


def _cannot_fold(view: View) -> str:
    if view.lens.dag != "rail":
        return f"patches that lost are on the rail alone; {key_of('rail')} shows it"
    node = family(view)
    if not node:
        return _no_node(view)
    return "" if lost_on(view, node) else f"no patch lost on {node}"


def _mark(screen: MainScreen, view: View) -> None:
    marked = "" if view.lens.marked == view.node else view.node
    screen.follower.look_through(marked=marked)
    told = f"{marked} is marked; {key_of('compare')} on another node compares the two"
    screen.voice.note(told if marked else "nothing is marked any more")


def _compare(screen: MainScreen, view: View) -> None:
    _compare_with(screen, view, baseline(view))


def _cannot_compare(view: View) -> str:
    if why := _no_node(view):
        return why
    return "" if baseline(view) else "there is one node only: nothing to compare it with yet"


def _compare_with(screen: MainScreen, view: View, what: str) -> None:
    screen.follower.look_through(against=what.strip(), task="")
    screen.stand.open("dag", PANE)


def _open_task(screen: MainScreen, view: View) -> None:
    screen.do(DIFFERENCE)


def _no_task(view: View) -> str:
    found = sides(view)
    if isinstance(found, str):
        return found
    first, second = found
    if first.state is not view.state:
        return f"the rollouts of {first.name} are in another run; {key_of('runs')} goes there"
    task = TaskId(view.lens.task)
    shown = {pair.task: pair for pair in pairs(first, second)}
    if task not in shown:
        return "no task is selected"
    return ""


def _drawing(how: DagView, title: str, help_: str) -> Action:
    return Action(how, title, help_, LOOKING, partial(_draw, how), HERE)


ACTIONS: tuple[Action, ...] = (
    _drawing("rail", "rail", "the way to the best node in one line, side branches indented; again: upside down"),
    _drawing("lanes", "lanes", "the newest node first, every parent with its own line"),
    _drawing("rank", "rank", "a table by dev mean, with intervals and costs"),
    _drawing("front", "front", "nodes that no other one beats in both score and cost"),
    Action("along", "along", "along a second parent: to it, and back to its child",
           LOOKING, _along, HERE, _no_way),
    Action("fold", "fold", "patches that lost on the node, in one line",
           LOOKING, _fold, HERE, _cannot_fold),
    Action("unfold", "unfold", "patches that lost on the node, one by one; again: fold",
           LOOKING, _unfold, HERE, _cannot_fold),
    Action("mark", "mark", "mark the node, to compare another one with it",
           LOOKING, _mark, can=_no_node),
    Action("compare", "compare", "the node beside the marked one, else beside its parent, task by task",
           LOOKING, _compare, can=_cannot_compare, takes="NODE | RUN:NODE",
           do_with=_compare_with),
    Action("open_task", "first difference", "where the two nodes part on this task",
           LOOKING, _open_task, (PANE,), _no_task),
)  # fmt: skip
