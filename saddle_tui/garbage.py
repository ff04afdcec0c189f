"""A program that starts makes much and drops little: looking for garbage meanwhile takes a fifth of its time."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def left() -> Iterator[None]:
    """Look for none, until `collect` or `settle`, or the end."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def collect() -> None:
    """Look for garbage from now on."""
    gc.enable()


def settle() -> None:
    """Look for garbage from now on, but not among what the start has made."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
