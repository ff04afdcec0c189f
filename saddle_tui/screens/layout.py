"""Which panes a window of some size shows."""

from collections.abc import Sequence

WIDE, TALL = 100, 30
ALWAYS = ("rollouts", "dag")
ROOMY = ("rollouts", "dag", "trace", "diagnosis", "scores", "budget")
NUMBERS = ("scores", "budget")
"""Small ones that share a place."""
BY_ITSELF = "events"


def roomy(width: int, height: int) -> bool:
    """There is room for more than three panes."""
    return width >= WIDE and height >= TALL


def shown(width: int, height: int, called: str, whole: str) -> Sequence[str]:
    """Ids of the panes, in the order of their keys.

    Args:
        width: columns of the window.
        height: rows of the window.
        called: the pane that was called last; it has a place of its own where it is not there anyway.
        whole: the pane that has all the room; empty for none.
    """
    if whole:
        return (whole,)
    always = ROOMY if roomy(width, height) else ALWAYS
    called = called if called and called not in always else BY_ITSELF
    return (*always, *(NUMBERS if called in NUMBERS else (called,)))
