"""Menus: what a key stands for where there are several ways to do it."""

from saddle_engine.types.steering import Hold, PauseMode
from saddle_tui import requests
from saddle_tui.actions import Action
from saddle_tui.asking import course, search
from saddle_tui.requests import Ask
from saddle_tui.screens.menu import Choice
from saddle_tui.view import View

MENUS: dict[str, tuple[str, tuple[tuple[str, str, str, Ask], ...]]] = {
    "pause": (
        "Pause or go on",
        (
            ("d", "drain", "what is under way ends; nothing new is begun", course.pause),
            (
                "h",
                "hold now",
                "stop also what is under way, before its next call to a model",
                lambda view: course.pause(view, PauseMode.HOLD),
            ),
            ("r", "resume", "go on", course.resume),
        ),
    ),
    "hold": (
        "Which patches wait for you",
        (
            ("n", "none", "no patch waits", lambda view: search.hold(view, Hold.NONE)),
            (
                "s",
                "steering",
                "patches of the class steering wait",
                lambda view: search.hold(view, Hold.STEERING),
            ),
            ("a", "all", "every patch waits", lambda view: search.hold(view, Hold.ALL)),
        ),
    ),
}
"""By action: its title; key, word, meaning and request of each choice."""


def choices(action: str, view: View) -> list[Choice]:
    """What the menu of an action offers now."""
    return [
        Choice(key, title, means, requests.why_not(ask, view))
        for key, title, means, ask in MENUS[action][1]
    ]


def not_chosen(action: Action, view: View, text: str) -> str:
    """Why a choice that was typed cannot be made; without one, why the menu has none; empty when it can."""
    if not text:
        return action.why_not(view)
    word, _, _ = text.partition(" ")
    if (ask := asked_by(action.id, word)) is not None:
        return requests.why_not(ask, view)
    words = ", ".join(title for _, title, *_ in MENUS[action.id][1])
    return f"expected one of {words}, not {word!r}"


def asked_by(action: str, word: str) -> Ask | None:
    """What a key of a menu, or its word, asks for; None for a word that it does not have."""
    for key, title, _, ask in MENUS[action][1]:
        if word in {key, title, title.split()[0]}:
            return ask
    return None
