"""Every key, what it does, and why it does nothing now."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from saddle_tui.actions import Action
from saddle_tui.actions.action import NOUNS
from saddle_tui.actions.finding import keys_in
from saddle_tui.keymap import key_of
from saddle_tui.screens.keybar import matters
from saddle_tui.screens.modal import Modal
from saddle_tui.screens.offered import offered
from saddle_tui.screens.rooms import ROOMS
from saddle_tui.seat import Role
from saddle_tui.text.safe import clean
from saddle_tui.text.width import fit, pad, wrap
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.words import MUTED

KEY_CELLS = 18
"""Of keys, two before them, and one behind the longest."""
KEY_STYLE = "bold $text-primary"
NARROW = 40
"""Columns below which keys stand above what they do."""
NAMES = {
    "dag": "EvoDAG",
    "heatmap": "tasks x nodes",
    "diagnoses": "sessions",
    "composed": "together",
    "difference": "first difference",
}
"""Of screens and panes whose id is no word that is shown."""
Here = tuple[str, str]
"""A screen and a pane."""
WIDEST, BORDERS = 100, 8
ROWS = 4  # of one text
LEAVE = "escape,q,question_mark,enter"


class Help(Modal[None]):
    """The registry as a list."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(LEAVE, "leave", show=False),
        Binding("j", "app.simulate_key('down')", show=False),
        Binding("k", "app.simulate_key('up')", show=False),
    ]

    def __init__(self, view: View, role: Role, here: Here) -> None:
        """The list as of this moment; `here` is the screen and the pane."""
        super().__init__()
        self._view, self._role, self._here = view, role, here

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="help"):
            yield Static(markup=False)

    def on_resize(self) -> None:
        """Also when the window has just opened."""
        width = min(self.app.size.width, WIDEST) - BORDERS
        lines = help_lines(self._view, self._role, self._here, max(width, 1))
        shown = Content("\n").join(Content.assemble(*line) for line in lines)
        self.query_one(Static).update(shown)

    def action_leave(self) -> None:
        self.dismiss()


def help_lines(view: View, role: Role, where: Here, width: int) -> list[Line]:
    """The keys that work here, those that work everywhere, those of other places; at most `width` cells."""
    known = offered(view, role)
    room, pane = where
    here = matters(room, pane)
    local = _first(here, [each for each in known if {*each.where} & {*where} or each.id in here])
    lines = [
        *_head(width),
        *_block(f"Here: {ROOMS[room].title}, {_name(pane)}", local, view, role, width),
    ]
    everywhere = [action for action in known if not action.where and action not in local]
    for group, actions in groupby(_in_groups(everywhere), key=lambda action: action.group):
        lines += _block(group, actions, view, role, width)
    elsewhere = [action for action in known if action.where and action not in local]
    for where, actions in groupby(_by_where(elsewhere), key=lambda action: action.where):
        title = f"Only in: {', '.join(map(_name, where))}"
        lines += _block(title, actions, view, role, width)
    if role.why_not:
        said = f"Keys that steer do nothing here: {role.why_not}"
        lines += [[], *([(each, "bold")] for each in wrap(clean(said), width, ROWS))]
    return lines


def _head(width: int) -> list[Line]:
    said = f"j k scroll, Esc leaves; {key_of('palette')} finds any action by its name"
    head: list[Line] = [[(each, MUTED)] for each in wrap(clean(said), width, ROWS)]
    return [*head, [], *([(fit(each, width), KEY_STYLE)] for each in _rooms(width))]


def _rooms(width: int) -> list[str]:
    """All screens, in as few lines as there is room for."""
    first, *more = (f"{key_of(room.id)} {room.title}" for room in ROOMS.values())
    lines = [first]
    for each in more:
        longer = f"{lines[-1]}  {each}"
        lines[-1:] = [longer] if len(longer) <= width else [lines[-1], each]
    return lines


def _name(where: str) -> str:
    """Of a screen or a pane, as its title says it."""
    return NAMES.get(where, where)


def _first(ids: Sequence[str], actions: list[Action]) -> list[Action]:
    """What matters in the pane comes first, as in the key bar."""
    return sorted(actions, key=lambda each: ids.index(each.id) if each.id in ids else len(ids))


def _by_where(actions: Iterable[Action]) -> list[Action]:
    """Those of one place together, the narrowest places last."""
    return sorted(actions, key=lambda action: (-len(action.where), action.where))


def _in_groups(actions: Iterable[Action]) -> list[Action]:
    groups = [*NOUNS]
    return sorted(actions, key=lambda action: groups.index(action.group))


def _block(title: str, actions: Iterable[Action], view: View, role: Role, width: int) -> list[Line]:
    lines: list[Line] = [[], [(fit(title, width), "bold")]]
    for action in actions:
        lines += _action(action, view, role, width)
    return lines


def _action(action: Action, view: View, role: Role, width: int) -> list[Line]:
    """Its keys beside what it does, or above it where there is no room."""
    beside = width >= NARROW
    room = width - (KEY_CELLS if beside else 2)
    twin = f" (saddle-tui {action.verb})" if action.verb else ""
    takes = f" (:{action.id} {action.takes})" if action.takes else ""
    texts = [(each, "") for each in wrap(clean(f"{action.help}{takes}{twin}"), room, ROWS)]
    if why := action.why_not(view) if role.drives or not action.steers else "":
        texts += [(each, "$text-muted") for each in wrap(clean(f"not now: {why}"), room, ROWS)]
    keys = keys_in(action, replay=view.replay is not None) or f":{action.id}"
    if not beside:
        head: Line = [(fit(keys, width), KEY_STYLE)]
        return [head, *([(clean(f"  {text}"), style)] for text, style in texts)]
    heads = [pad(f"  {keys}", KEY_CELLS), *[pad("", KEY_CELLS)] * len(texts)]
    return [
        [(head, KEY_STYLE), (text, style)]
        for head, (text, style) in zip(heads, texts, strict=False)
    ]
