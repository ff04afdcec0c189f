"""What rules say when something does not hold."""

CLOSE = 1e-9


def hold(holds: bool, what: str) -> None:
    """Raise what is wrong.

    Raises:
        ValueError: it does not hold.
    """
    if not holds:
        raise ValueError(what)


def follow(said: int, last: int, what: str) -> None:
    """Numbers are counted without gaps.

    Raises:
        ValueError: `said` does not follow `last`.
    """
    hold(said == last + 1, f"{what} {said} does not follow {what} {last}")


def close(said: float, found: float, what: str) -> None:
    """Two ways to the same number.

    Raises:
        ValueError: they lead to different ones.
    """
    hold(abs(said - found) < CLOSE, f"{what} is {found:.6g}, not {said:.6g}")
