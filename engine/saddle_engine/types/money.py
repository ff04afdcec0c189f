"""Money: whole nano-dollars, so that sums are exact and a limit is a limit."""

from decimal import ROUND_CEILING, Decimal

NANO = 1_000_000_000


def nanos(usd: float | Decimal) -> int:
    """US dollars as nano-dollars (1e-9 USD), rounded up; a float is read as it is written."""
    return int((Decimal(str(usd)) * NANO).to_integral_value(ROUND_CEILING))


def usd(amount: int) -> float:
    """Nano-dollars as US dollars, for showing and for means; never for comparing."""
    return amount / NANO


def dollars(amount: int) -> str:
    """Nano-dollars for people: `$12.34`, and under ten cents `$0.0123`."""
    value = Decimal(amount) / NANO
    return f"${value:,.4f}" if 0 < abs(value) < Decimal("0.1") else f"${value:,.2f}"
