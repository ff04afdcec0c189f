"""Task adapters, the bundled benchmark and bundled harnesses."""
