"""How much one task may use."""

MAX_STEPS = 10
"""Model turns."""

REPLY_TOKENS = 4096
"""Longest reply of the model."""

RESULT_CHARACTERS = 20_000
"""Longest tool result that is put before the model."""
