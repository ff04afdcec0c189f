"""How the terminal is used: mouse, colours, letters, a slow line, the shell behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from saddle_tui.actions.action import PROGRAM, Action
from saddle_tui.text.alphabets import ALPHABETS
from saddle_tui.theme import NAMES
from saddle_tui.view import View

if TYPE_CHECKING:
    from saddle_tui.app import SaddleApp
    from saddle_tui.screens.main import MainScreen
    from saddle_tui.term.window import Window

THEMES = ("auto", *NAMES)


def _window(screen: MainScreen) -> Window:
    return cast("SaddleApp", screen.app).window


def _mouse(screen: MainScreen, view: View) -> None:
    window = _window(screen)
    window.capture_mouse(not window.mouse)
    if window.mouse:
        screen.voice.note("clicks and the wheel are the screen's; select text with Shift and drag")
    else:
        screen.voice.note("the mouse is the terminal's: select and copy as always")


def _next_theme(screen: MainScreen, view: View) -> None:
    at = NAMES.index(screen.app.theme) if screen.app.theme in NAMES else -1
    _theme(screen, view, NAMES[(at + 1) % len(NAMES)])


def _theme(screen: MainScreen, view: View, name: str) -> None:
    if name not in THEMES:
        screen.voice.tell(f"theme: {name} is none of {', '.join(THEMES)}")
        return
    _window(screen).wear(name)
    screen.voice.note(f"theme {screen.app.theme}")


def _ascii(screen: MainScreen, view: View) -> None:
    window = _window(screen)
    window.write_in("unicode" if window.alphabet == "ascii" else "ascii")
    screen.voice.note(f"letters: {window.alphabet}")


def _glyphs(screen: MainScreen, view: View, name: str) -> None:
    for alphabet in ALPHABETS:
        if name == alphabet:
            _window(screen).write_in(alphabet)
            return
    screen.voice.tell(f"ascii: {name} is none of {', '.join(ALPHABETS)}")


def _toggle_slow(screen: MainScreen, view: View) -> None:
    _slow(screen, view, "off" if _window(screen).pace.slow else "on")


def _slow(screen: MainScreen, view: View, wanted: str) -> None:
    match wanted:
        case "on" | "off" | "auto":
            _window(screen).slow_down(wanted)
            screen.voice.note(f"slow link: {wanted}")
        case _:
            screen.voice.tell(f"slow-link: {wanted} is none of on, off, auto")


def _suspend(screen: MainScreen, view: View) -> None:
    screen.app.action_suspend_process()


ACTIONS: tuple[Action, ...] = (
    Action("mouse", "mouse", "take the mouse from the terminal, or give it back", PROGRAM, _mouse),
    Action("theme", "theme", "the next theme, or the named one", PROGRAM, _next_theme,
           takes="|".join(THEMES), do_with=_theme),
    Action("ascii", "ascii", "plain letters only, or all; or the named ones", PROGRAM, _ascii,
           takes="|".join(ALPHABETS), do_with=_glyphs),
    Action("slow-link", "slow link", "paint twice a second, for a slow line", PROGRAM, _toggle_slow,
           takes="on|off|auto", do_with=_slow),
    Action("suspend", "suspend", "back to the shell; `fg` comes back", PROGRAM, _suspend),
)  # fmt: skip
