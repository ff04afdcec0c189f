"""How often the agent errs: every probability of its behaviour."""

LOOKS_AROUND = 0.6
"""Begins by listing files, although the task names what it needs."""

SLIPS = 0.06
"""Writes an answer down wrongly."""

MISCOUNTS = 0.62
"""Drops an entry of a long sum."""

HEEDS = 0.95
"""Follows a rule that it was told."""

ROUNDS_WHEN_TORN = 0.62
"""Told both to round and to keep numbers exact, rounds."""

ROUNDS_UNTOLD = 0.1
"""Told neither, rounds."""

BELIEVES_UNIT = 0.64
"""Takes a tool's word for its unit, however unlikely the size."""

GUESSES_BYTES = 0.6
"""Told no unit, or two, takes a size as bytes."""

FORGETS = 0.62
"""Ends with the last of several small things undone."""

FORGETS_THOUGH_TOLD_EARLY = 0.4
"""The same, with a rule to reread that stood far away, before the work began."""

SKIPS_HELD_CALL = 0.35
"""Takes a call that a reminder held back for made."""

RERUNS_FAILED = 0.6
"""Runs a program again when the tool called its run an error."""
