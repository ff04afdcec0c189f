"""What was worked out of an EvoDAG, kept until it looks different: moving in it lays nothing out anew."""

from collections.abc import Callable, Hashable
from typing import TypeVar

from saddle_tui.recent import Recent

MOST = 16
"""Things; what depends on the selection must not pile up."""

Made = TypeVar("Made")


def kept(recent: Recent, key: Hashable, make: Callable[[], Made]) -> Made:
    """What `make` gives, made once for each key and shape of the EvoDAG."""
    if key not in recent.drawn:
        if len(recent.drawn) >= MOST:
            recent.drawn.clear()
        recent.drawn[key] = make()
    found: Made = recent.drawn[key]
    return found
