"""`name=value` on the command line."""

import argparse

from saddle_engine.steering import HIGHEST, LIMITS


def limit(text: str) -> tuple[str, float]:
    """A hard limit from `rollouts=500`; an argparse type."""
    name, _, value = text.partition("=")
    if name not in LIMITS:
        raise argparse.ArgumentTypeError(f"there is no limit {name!r}; expected {LIMITS[0]}=NUMBER")
    try:
        number = float(value)
    except ValueError:
        number = 0.0
    if not (0 < number < HIGHEST and number.is_integer()):
        raise argparse.ArgumentTypeError(
            f"{value!r} is no positive whole number; expected {name}=NUMBER"
        )
    return name, number
