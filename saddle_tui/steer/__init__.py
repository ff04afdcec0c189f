"""`saddle-tui steer`: what was typed, what is so already, and what came of it."""
