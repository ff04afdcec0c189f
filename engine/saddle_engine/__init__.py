"""The method: what the optimizer does. Knows no SQLite, Docker, Anthropic or Textual outside adapters."""
