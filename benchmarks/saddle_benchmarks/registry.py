"""Benchmarks by name: ours come through the same entry points as a stranger's."""

from collections.abc import Mapping
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from saddle_benchmarks.nearest import did_you_mean
from saddle_engine.errors import ConfigError
from saddle_engine.ports import Benchmark

GROUP = "saddle_tui.benchmarks"


def known_benchmarks() -> dict[str, EntryPoint]:
    """Every installed benchmark by its name; nothing is imported."""
    return {point.name: point for point in entry_points(group=GROUP)}


def open_benchmark(name: str, options: Mapping[str, Any], private: Path) -> Benchmark:
    """A benchmark that is ready to list its tasks.

    Args:
        name: an entry point of the group `saddle_tui.benchmarks`.
        options: the benchmark's own keys, and `splits`.
        private: a folder that only the engine can read, for what the benchmark generates; the
            same folder on every start of a run.

    Raises:
        ConfigError: no such benchmark, it cannot be imported, or it does not accept the options.
    """
    known = known_benchmarks()
    if name not in known:
        raise ConfigError(f"[benchmark] name = {name!r}: not installed{did_you_mean(name, known)}")
    try:
        make = known[name].load()
    except (ImportError, AttributeError) as error:
        raise ConfigError(
            f"[benchmark] name = {name!r}: {known[name].value} cannot be imported: {error}"
        ) from error
    benchmark: Benchmark = make(options, private)
    return benchmark
