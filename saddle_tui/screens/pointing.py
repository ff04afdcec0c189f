"""The mouse, where the operator wants it: a click goes there and selects, the wheel moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.events import MouseEvent

from saddle_tui.replaying.follower import ReplayFollower
from saddle_tui.screens.contents import LISTS

if TYPE_CHECKING:
    from saddle_tui.screens.main import MainScreen

NOTCH = 3
"""Lines or rows for one notch of the wheel."""


def point(screen: MainScreen, event: MouseEvent) -> None:
    """Go to the pane, and select what stands on the line; on the strip of a replay, to that time."""
    if _on_strip(screen, event):
        return
    if (pane := _pane(screen, event)) is None:
        return
    screen.stand.focus(pane)
    if pane in LISTS:
        view = screen.follower.view()
        ids = set(LISTS[pane].ids(view))
        section = screen.stand.section
        row = event.screen_y - section.content_region.y
        words = section.render_line(row).text.split() if row >= 0 else []
        if chosen := next((word for word in words if word in ids), None):
            LISTS[pane].choose(screen.follower, chosen)
    screen.draw()


def roll(screen: MainScreen, event: MouseEvent, id_: str) -> None:
    """Move in the pane, `up` or `down`; it has the focus then."""
    if (pane := _pane(screen, event)) is None:
        return
    screen.stand.focus(pane)
    for _ in range(NOTCH):
        screen.stand.move(id_, screen.follower.view())
    screen.draw()


def _on_strip(screen: MainScreen, event: MouseEvent) -> bool:
    """A click on the timeline goes there; where there is none, nothing happens."""
    follower = screen.follower
    if not isinstance(follower, ReplayFollower) or not screen.is_active:
        return False
    strip, _ = screen.get_widget_at(event.screen_x, event.screen_y)
    if strip.id != "timeline":
        return False
    view = follower.view()
    column = event.screen_x - strip.content_region.x
    follower.seek(screen.strip.seq_at(view, column, *strip.content_size))
    screen.draw()
    return True


def _pane(screen: MainScreen, event: MouseEvent) -> str | None:
    """The pane under the mouse; None for a bar, a window that asks, or the edge of the screen."""
    if not screen.is_active:
        return None
    widget, _ = screen.get_widget_at(event.screen_x, event.screen_y)
    return next((pane for (_, pane), each in screen.sections.items() if each is widget), None)
