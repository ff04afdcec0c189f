"""What was worked out of an EvoDAG, kept until it looks different: moving in it lays nothing out anew."""

from collections.abc import Callable, Hashable
from typing import TypeVar

from saddle_tui.recent import Recent

MOST = 16
"""Things; what depends on the selection must not pile up."""

Made = TypeVar("Made")


def kept(recent: Recent, key: Hashable, make: Callable[[], Made]) -> Made:
    """What `make` gives, made once for each key and shape of the EvoDAG."""
    drawn = recent.drawn
    found: Made = drawn.pop(key) if key in drawn else make()
    drawn[key] = found  # what was looked at last stays longest
    if len(drawn) > MOST:
        drawn.pop(next(iter(drawn)))
    return found
