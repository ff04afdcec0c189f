"""Where a replay is and how it moves on; it has no clock of its own."""

from collections.abc import Callable, Sequence

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)
GAP_S = 1.0
"""Nobody waits longer than this for the next record, whatever the run did."""

Times = Callable[[int], Sequence[tuple[int, float]]]
"""Numbers and times of the records after one; none at the end of the run."""


class Player:
    """Plays a run again, faster or slower than it was."""

    def __init__(self, speed: float = 1.0) -> None:
        """At the beginning, paused.

        Args:
            speed: one of `SPEEDS`.
        """
        self.speed = speed
        self.playing = False
        self.seq = 0
        """The record that is shown last."""
        self.at = 0.0
        """The moment that is shown, in the run's time: seconds since 1970."""

    def jump(self, seq: int, at: float) -> None:
        """Be at a record, which was written at that time."""
        self.seq, self.at = seq, at

    def faster(self, steps: int) -> None:
        """To the next of `SPEEDS`, or the one before; it stops at the ends."""
        place = min(range(len(SPEEDS)), key=lambda each: abs(SPEEDS[each] - self.speed))
        self.speed = SPEEDS[min(max(place + steps, 0), len(SPEEDS) - 1)]

    def tick(self, seconds: float, times: Times) -> int:
        """Move on by so many seconds of the viewer; returns the record that is shown then.

        At the end of the run nothing moves; what is still being written is played as it comes.
        """
        self.at += seconds * self.speed
        while ahead := times(self.seq):
            after = 0.0
            for seq, after in ahead:
                if after > self.at:
                    break
                self.seq = seq
            else:
                continue
            self.at = max(self.at, after - GAP_S * self.speed)
            break
        return self.seq


def shown(speed: float) -> str:
    """As people write it: `8`, `1/4`."""
    return f"{speed:g}" if speed >= 1 else f"1/{round(1 / speed)}"


def speed_of(text: str) -> float | None:
    """One of the speeds, such as `8` or `1/4`; None for anything else."""
    numerator, _, denominator = text.strip().removeprefix("x").partition("/")
    try:
        speed = float(numerator) / float(denominator or 1)
    except (ValueError, ZeroDivisionError):
        return None
    return speed if speed in SPEEDS else None
