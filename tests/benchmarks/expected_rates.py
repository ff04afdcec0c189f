"""How often the simulated agent should pass each family, as its rates and the families' design imply."""

from collections.abc import Mapping

SEED: Mapping[str, float] = {
    "archive": 0.31,
    "depot": 0.31,
    "dispatch": 0.31,
    "errand": 0.36,
    "gauge": 0.31,
    "ledger": 0.36,
    "plaque": 0.94,
    "stamp": 0.94,
    "storage": 0.34,
    "tariff": 0.36,
    "trail": 0.25,
}
"""With the react harness as it is."""

MENDED: Mapping[str, float] = {
    "archive": 0.94,
    "depot": 0.94,
    "dispatch": 0.94,
    "errand": 0.91,
    "gauge": 0.94,
    "ledger": 0.95,
    "storage": 0.90,
    "tariff": 0.90,
    "trail": 0.94,
}
"""With the family's own weakness mended alone."""

TOLERANCE = 0.08
"""By which 200 fresh tasks of a family may differ."""
