"""Moving in a run's past: play, step, jump, mark; and from a run to its past and back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, cast

from saddle_engine.errors import JournalError
from saddle_tui.actions.action import REPLAYING, Action, DoWith
from saddle_tui.keymap import key_of
from saddle_tui.replaying import going
from saddle_tui.replaying.mark import MarkKind
from saddle_tui.replaying.player import SPEEDS, shown, speed_of
from saddle_tui.view import View
from saddle_tui.widgets.timeline import BOOKMARK, SIGNS

if TYPE_CHECKING:
    from saddle_tui.replaying.follower import ReplayFollower
    from saddle_tui.screens.main import MainScreen

ALL = "all"
LETTERS = ", ".join(f"{sign.glyph} {sign.word}" for sign in (*SIGNS.values(), BOOKMARK))
Move = Callable[["ReplayFollower"], str]


def _past(screen: MainScreen) -> ReplayFollower:
    """Only the screen of a replay has these actions."""
    return cast("ReplayFollower", screen.follower)


def _move(move: Move, screen: MainScreen, view: View) -> None:
    try:
        why_not = move(_past(screen))
    except JournalError as error:  # the file was damaged meanwhile
        why_not = str(error)
    if why_not:
        screen.voice.tell(why_not)


def _play(screen: MainScreen, view: View) -> None:
    assert view.replay is not None
    if view.replay.over and not view.replay.playing:
        screen.voice.tell(f"this is the end of the run; {key_of('to_start')} goes to its start")
    else:
        _past(screen).play(not view.replay.playing)


def _step(by: int, screen: MainScreen, view: View) -> None:
    every = screen.stand.room == "log"
    _move(partial(going.step, by=by, every=every), screen, view)


def _kind(screen: MainScreen, view: View) -> None:
    _choose_kind(screen, view, going.next_kind(_past(screen)) or ALL)


def _choose_kind(screen: MainScreen, view: View, name: str) -> None:
    if name not in {ALL, *MarkKind}:
        screen.voice.tell(f"marks: {name} is none of {', '.join([ALL, *MarkKind])}")
        return
    follower = _past(screen)
    follower.kind = None if name == ALL else MarkKind(name)
    count = sum(follower.kind in {None, mark.kind} for mark in follower.index.timeline.marks)
    screen.voice.note(f"{key_of('mark_on')} and {key_of('mark_back')} go to: {name} ({count})")


def _faster(steps: int, screen: MainScreen, view: View) -> None:
    _past(screen).player.faster(steps)


def _speed(screen: MainScreen, view: View) -> None:
    screen.finder.command("speed ")


def _choose_speed(screen: MainScreen, view: View, text: str) -> None:
    if (found := speed_of(text)) is None:
        screen.voice.tell(f"speed: {text} is none of {', '.join(map(shown, SPEEDS))}")
    else:
        _past(screen).player.speed = found


def _seek(screen: MainScreen, view: View) -> None:
    screen.reel.ask_where()


def _seek_to(screen: MainScreen, view: View, text: str) -> None:
    _move(lambda follower: follower.go(text), screen, view)


def _bookmark(screen: MainScreen, view: View) -> None:
    screen.reel.ask_name()


def _bookmark_as(screen: MainScreen, view: View, name: str) -> None:
    screen.reel.bookmark(view.state.seq, name)


def _no_bookmark(view: View) -> str:
    there = view.replay is not None and view.replay.bookmarks
    return "" if there else f"there is no bookmark yet; {key_of('bookmark')} sets one"


def _look_back(screen: MainScreen, view: View) -> None:
    screen.go_elsewhere(view.folder, replay=True, at=str(max(view.state.seq, 1)))


def _look_back_at(screen: MainScreen, view: View, place: str) -> None:
    screen.go_elsewhere(view.folder, replay=True, at=place)


def _return(screen: MainScreen, view: View) -> None:
    screen.go_elsewhere(view.folder, replay=False)


def _replaying(
    id_: str, title: str, help_: str, do: Callable[[MainScreen, View], None],
    can: Callable[[View], str] = lambda view: "", takes: str = "", do_with: DoWith | None = None,
) -> Action:  # fmt: skip
    return Action(
        id_, title, help_, REPLAYING, do, can=can, takes=takes, do_with=do_with, only="replay"
    )


ACTIONS: tuple[Action, ...] = (
    _replaying("play", "play", "play the run on from here; again: pause", _play),
    _replaying("event_on", "event", "the next record that shows; in the log the next of all",
               partial(_step, 1)),
    _replaying("event_back", "event before", "the record before", partial(_step, -1)),
    _replaying("iteration_on", "iteration", "where the next iteration begins",
               partial(_move, partial(going.iteration, by=1))),
    _replaying("iteration_back", "iteration before", "where this iteration begins, then the one before",
               partial(_move, partial(going.iteration, by=-1))),
    _replaying("mark_on", "next mark", f"the next mark of the chosen kind; letters on the strip: {LETTERS}",
               partial(_move, partial(going.mark, by=1))),
    _replaying("mark_back", "mark before", "the mark before", partial(_move, partial(going.mark, by=-1))),
    _replaying("mark_kind", "which marks", "which marks one goes to: the next kind, or the named one",
               _kind, takes="|".join([ALL, *MarkKind]), do_with=_choose_kind),
    _replaying("slower", "slower", "half as fast, down to a quarter of the run's own speed",
               partial(_faster, -1)),
    _replaying("faster", "faster", "twice as fast, up to 64 times", partial(_faster, 1)),
    _replaying("speed", "speed", "how fast it plays, from 1/4 to 64 times", _speed,
               takes="SPEED", do_with=_choose_speed),
    _replaying("seek", "seek", "go to a time, record, iteration, node, patch or rollout as it was then",
               _seek, takes="PLACE", do_with=_seek_to),
    _replaying("bookmark", "bookmark", "remember this place, with a name if you like", _bookmark,
               takes="TEXT", do_with=_bookmark_as),
    _replaying("bookmarks", "bookmarks", "the places you remember: go there, or forget one",
               lambda screen, view: screen.reel.list_bookmarks(), _no_bookmark),
    _replaying("to_start", "start", "the first record of the run",
               partial(_move, lambda follower: follower.go("start"))),
    _replaying("to_end", "end", "the run as it stands now; and on with what is still being written",
               lambda screen, view: _past(screen).to_end()),
    _replaying("attach", "back to now", "leave the past: the run as it is, with the keys that steer",
               _return),
    Action("replay", "look back", "replay this run from here, or from a place: play it, step, jump",
           REPLAYING, _look_back, takes="PLACE", do_with=_look_back_at, only="live"),
)  # fmt: skip
