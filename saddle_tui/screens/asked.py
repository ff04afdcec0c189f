"""Lines that windows ask for, and what is wrong with what was typed into them."""

import argparse
from collections.abc import Callable
from functools import partial

from saddle_engine.steering.words import unfit
from saddle_tui.limits import limit
from saddle_tui.requests import CONFIRMED, REASON
from saddle_tui.screens.dialog import Field

WHY = Field(REASON, "why (optional)")


def a_name(typed: str) -> str:
    """What is wrong with the name of a run."""
    return "" if typed else "a run needs a name"


def word(word: str) -> Field:
    """A line for a word that makes sure."""
    return Field(CONFIRMED, f"type {word}", why_not=exactly(word), confirms=True)


def exactly(word: str) -> Callable[[str], str]:
    """Only this will do."""
    return lambda typed: "" if typed == word else f"to go on, type {word}"


def some(wrong: str) -> Callable[[str], str]:
    """Anything but nothing will do."""
    return lambda typed: "" if typed else wrong


def some_text(what: str) -> Callable[[str], str]:
    """A text that fits into the journal will do."""
    return partial(unfit, what)


def no_limit(typed: str) -> str:
    """What is wrong with `usd=20`."""
    try:
        limit(typed)
    except argparse.ArgumentTypeError as error:
        return str(error)
    return ""
