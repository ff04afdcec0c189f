"""Text on its way to a terminal."""
