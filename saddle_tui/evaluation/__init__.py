"""A run that only evaluates: how it is begun, and what came of it."""
