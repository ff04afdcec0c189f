"""The bundled benchmark: generated tasks, each deciding one weakness of the `react` harness."""

from saddle_benchmarks.bundled.benchmark import Bundled

__all__ = ["Bundled"]
