"""The screen: the bar, what you should know, the panes of one of the screens, the keys."""

from collections import deque
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.events import Key
from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from saddle_engine.types.base import PatchId
from saddle_runs.folder import RunFolder
from saddle_tui.actions import finding
from saddle_tui.follower import Follower
from saddle_tui.screens.contents import CONTENTS, LISTS
from saddle_tui.screens.editing import Editing
from saddle_tui.screens.finder import Finder
from saddle_tui.screens.helm import Helm
from saddle_tui.screens.help import Help
from saddle_tui.screens.jump import Jump
from saddle_tui.screens.keybar import keybar
from saddle_tui.screens.messages import Answered, GoTo, TakeOver
from saddle_tui.screens.record import RecordWindow
from saddle_tui.screens.reel import Reel
from saddle_tui.screens.reviving import Reviving
from saddle_tui.screens.rooms import ROOMS
from saddle_tui.screens.section import Section
from saddle_tui.screens.stand import Stand
from saddle_tui.screens.voice import Voice
from saddle_tui.seat import Seat
from saddle_tui.term.report import KEPT
from saddle_tui.text.safe import clean
from saddle_tui.view import View
from saddle_tui.wanted import Wanted
from saddle_tui.widgets.advice import advice
from saddle_tui.widgets.bar import bar
from saddle_tui.widgets.evidence import cited_by, place_of_evidence
from saddle_tui.widgets.pane import Line, Pane
from saddle_tui.widgets.patch import place_of_hunk
from saddle_tui.widgets.timeline import Strip

if TYPE_CHECKING:
    from saddle_tui.screens.taking import Taking

COLUMNS, ROWS = 40, 8
"""In a smaller window there is only a sentence."""
SURE_S = 3.0
"""Seconds in which the question whether to leave can be answered."""
SMALL = "This window is {} x {}; the screen needs {} x {}. {}Make the window larger, or press q."
GOES_ON = "The run goes on. "


class MainScreen(Screen[None], inherit_bindings=False):
    """Shows views; keys move in it, or become requests."""

    focused = Reactive[Widget | None](None, repaint=False)
    """What loses the keys and what gets them paint themselves, and not the whole screen with them."""

    def __init__(self, follower: Follower, seat: Seat, monotonic: Callable[[], float]) -> None:
        super().__init__()
        self.follower, self.seat = follower, seat
        self.voice = Voice(monotonic)
        self.helm = Helm(self, self.voice, monotonic)
        self.editing = Editing(self, monotonic)
        self.helm.edit = self.editing.begin
        self.reviving: Reviving = Reviving(self, monotonic)
        self.sections = {
            (room.id, pane): Section(room.id, CONTENTS[pane], follower.view, LISTS.get(pane))
            for room in ROOMS.values()
            for pane in room.panes
        }
        """By screen and pane."""
        self.stand = Stand(self, follower)
        self.strip: Strip = Strip()
        self.reel: Reel = Reel(self)
        """Of a replay."""
        self._frame = (
            Pane("bar", bar),
            Pane("advice", self._advice),
            Pane("timeline", self.strip.lines),
            Pane("said", self.voice.lines),
            Pane("keys", self._keys),
        )
        self.finder: Finder = Finder(self)
        self.jump = Jump()
        self.deeds: deque[str] = deque(maxlen=KEPT)
        """Ids of the last actions, the newest last."""
        self._drove = False
        self._patch: PatchId | None = None
        self._monotonic, self._asked = monotonic, -SURE_S

    def compose(self) -> ComposeResult:
        """In a tiny window one sentence stands instead of the panes."""
        head, advice_, timeline, said, keys = self._frame
        yield head
        yield advice_
        with Container(id="body"):
            for room in ROOMS.values():
                with Container(id=room.id, classes="room"):
                    yield from (self.sections[room.id, pane] for pane in room.panes)
        yield Static("", id="small", markup=False)
        yield timeline
        yield said
        yield keys

    def on_mount(self) -> None:
        self.stand.arrange()

    def on_resize(self) -> None:
        """Panes follow their own size; which there are follows the window's."""
        self.stand.arrange()
        width, height = self.app.size
        if width < COLUMNS or height < ROWS:
            goes_on = "" if self.follower.view().replay else GOES_ON
            said = clean(SMALL.format(width, height, COLUMNS, ROWS, goes_on))
            self.query_one("#small", Static).update(Content(said))
        self.call_after_refresh(self.draw)

    @cached_property
    def taking(self) -> "Taking":
        """What decisions need more than a key for; loaded when one is made."""
        from saddle_tui.screens.taking import Taking

        return Taking(self, self._monotonic)

    @property
    def folder(self) -> RunFolder:
        """Of the run that is shown."""
        return self.follower.folder

    def on_key(self, event: Key) -> None:
        """Whatever it is, it disturbs; and where it means something here, it is done."""
        self.helm.calm.disturb()
        if self.jump.letters:
            event.stop()
            event.prevent_default()
            self._land(event.key)
            return
        replay = self.follower.view().replay is not None
        action = finding.action_of(event.key, self.stand.room, self.stand.here, replay=replay)
        if action is not None:
            event.stop()
            event.prevent_default()
            self.do(action.id)

    def on_answered(self, message: Answered) -> None:
        self.helm.hear(message.request, message.why_not, self.follower.view(), message.told)
        self.editing.hear(message.request, message.why_not)
        self.draw()

    def measure(self) -> None:
        """So much is read as there is room for; a screen gets its room a moment after its key."""
        room = self.stand.room
        trace = self.sections.get((room, "trace"))
        if trace is not None and trace.content_size:  # it has none before its layout is done
            self.follower.room(*trace.content_size)
        if room == "log":
            self.follower.log.window.height = max(self.stand.section.content_size.height, 1)

    def draw(self, *, only_here: bool = False, patient: bool = False) -> None:
        """Show the state; each pane redraws only what differs, and those not on the screen nothing.

        Args:
            only_here: of the panes only the one that has the focus, for ticks in between.
            patient: nobody has pressed a key; what takes long can wait.
        """
        view = self.follower.view()
        self._watch(view)
        room, here = self.stand.room, self.stand.here
        self.measure()
        with self.app.batch_update():
            for pane in self._frame:
                pane.draw(view)
            for pane_id in self.stand.visible():
                section = self.sections[room, pane_id]
                # What has no room yet draws itself when it gets some.
                if section.size.width and (pane_id == here or not only_here):
                    section.draw(view, patient=patient)

    def do(self, id_: str, text: str = "") -> None:
        """Do what an action stands for, or say why it cannot be done now.

        Args:
            id_: of the action.
            text: what stands behind its name on the command line.
        """
        self.deeds.append(id_)
        view = self.follower.view()
        action = finding.ACTIONS[id_]
        if not action.there(replay=view.replay is not None):
            self.voice.tell(f"{action.title}: not in a replay")
        elif not action.steers and (why_not := action.can(view)):
            self.voice.tell(f"{action.title}: {why_not}")
        elif text and action.do_with is not None:
            action.do_with(self, view, text)
        else:
            action.do(self, view)
        self.draw()

    def leaves(self) -> bool:
        """Whether the operator wants to leave: asked once, and again within a moment."""
        now = self._monotonic()
        sure, self._asked = now - self._asked < SURE_S, now
        if not sure:
            goes_on = "" if self.follower.view().replay else "; the run goes on without its screen"
            self.voice.tell(f"press Ctrl-C again to leave{goes_on}")
            self.draw()
        return sure

    def open_jump(self) -> None:
        """A letter on each pane; those that the window has no room for are named."""
        self.jump.open(ROOMS[self.stand.room].panes)
        self._letter()
        visible = self.stand.visible()
        hidden = [(key, pane) for pane, key in self.jump.letters.items() if pane not in visible]
        also = f"; also {', '.join(f'{key} {pane}' for key, pane in hidden)}" if hidden else ""
        self.voice.tell(f"jump: the next key goes to the pane with its letter{also}")

    def _land(self, key: str) -> None:
        """Where a letter on a title leads."""
        if pane := self.jump.take(key):
            self.stand.enter(self.stand.room, self.follower.view(), pane)
        self.voice.hush()
        self._letter()
        self.draw()

    def _letter(self) -> None:
        for (room, pane), section in self.sections.items():
            section.letter = self.jump.letters.get(pane, "") if room == self.stand.room else ""

    def steer(self, id_: str, view: View, text: str = "") -> None:
        """Ask the engine for something; `text` is what stands behind its name on the command line."""
        self.helm.steer(finding.ACTIONS[id_], view, self.seat.role, looks=self._looks, text=text)

    def show_hunk(self, hunk: int) -> None:
        """Bring a hunk of the diff to the top of its pane; there is none beyond the first and last."""
        if (self.stand.room, "patch") not in self.sections:
            self.stand.enter("patches", self.follower.view(), "patch")
        pane = self.sections[self.stand.room, "patch"]
        text = self.follower.view().patch_text
        count = len(text.hunks) if text is not None else 0
        self.follower.look_through(hunk=min(max(hunk, 0), max(count - 1, 0)))
        pane.home()
        pane.move(place_of_hunk(self.follower.view(), pane.content_size.width))

    def show_evidence(self, number: int) -> None:
        """Bring a place that the patch cites into sight; there is none beyond the first and last."""
        last = max(len(cited_by(self.follower.view())) - 1, 0)
        tabs = {**self.follower.lens.tab, "evidence": min(max(number, 0), last)}
        self.follower.look_through(tab=tabs)
        pane = self.sections[self.stand.room, "evidence"]
        pane.bring(place_of_evidence(self.follower.view(), pane.content_size.width))

    @property
    def _looks(self) -> bool:
        """The patch is on the screen, and one is at it."""
        visible = self.stand.visible()
        if self.stand.room == "triage":
            return "patch" in visible or "evidence" in visible
        return self.stand.here in ("patch", "patches") and "patch" in visible

    def open_help(self, view: View) -> None:
        """The keys, in a window."""
        self.app.push_screen(Help(view, self.seat.role, (self.stand.room, self.stand.here)))

    def open_record(self, seq: int) -> None:
        """A record of the journal, whole."""
        self.app.push_screen(RecordWindow(seq, self.follower.record))

    def take(self) -> None:
        """Get the keys that steer, where another screen has them."""
        role = self.seat.role
        if role.drives:
            self.voice.tell("this screen has the keys that steer already")
        elif role.observes:
            self.voice.tell(role.why_not)
        else:
            self.post_message(TakeOver())

    def go_elsewhere(self, folder: RunFolder, *, replay: bool, at: str = "start") -> None:
        """Show another run, or this one in another way; the screen stays the same one."""
        self.post_message(GoTo(Wanted(folder, replay, at, self.stand.room)))

    def _watch(self, view: View) -> None:
        """Notice what no key has brought about."""
        role = self.seat.role
        if self._drove and not role.drives:
            self.voice.tell(f"the keys that steer were taken: {role.why_not}")
        elif role.drives and not self._drove:
            self.voice.hush()
        self._drove = role.drives
        self.editing.see(view)
        for heard in self.follower.clerk.heard():
            (self.voice.note if heard.done else self.voice.tell)(heard.text)
        if view.patch != self._patch:  # another one is read from its beginning
            self._patch = view.patch
            self.follower.look_through(hunk=0, tab={**self.follower.lens.tab, "evidence": 0})
            for (_, pane), section in self.sections.items():
                if pane in ("patch", "evidence"):
                    section.home()
        if self.is_active:  # what comes up behind a window was not looked at
            self.helm.see(view, looks=self._looks)

    def _advice(self, view: View, width: int, rows: int) -> list[Line]:
        return advice(view, width, rows, steers=self.seat.role.drives)

    def _keys(self, view: View, width: int, rows: int) -> list[Line]:
        return [keybar(view, self.seat.role, self.stand.here, width)]
