"""`name=value` on the command line."""

import argparse

from saddle_engine.steering import LIMITS, fits_limit, what_fits


def limit(text: str) -> tuple[str, float]:
    """A hard limit from `usd=20`; an argparse type."""
    name, _, value = text.partition("=")
    if name not in LIMITS:
        raise argparse.ArgumentTypeError(
            f"there is no limit {name!r}; expected NAME=NUMBER with {', '.join(LIMITS)}"
        )
    try:
        number = float(value)
    except ValueError:
        number = 0.0
    if not fits_limit(name, number):
        raise argparse.ArgumentTypeError(
            f"{value!r} is not {what_fits(name)}; expected {name}=NUMBER"
        )
    return name, number
