"""Tasks in the Harbor format: a folder each, with instruction, environment and tests."""

from saddle_benchmarks.harbor.benchmark import Harbor

__all__ = ["Harbor"]
