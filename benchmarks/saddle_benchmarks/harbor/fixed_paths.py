"""Tests that look for their folders at the places where only Docker puts them."""

from collections.abc import Iterable

from saddle_benchmarks.harbor.files import PlainFile

_READ = 1_000_000
_VARIABLES = {b"/logs/verifier": b"SADDLE_LOGS", b"/tests": b"SADDLE_TESTS"}


def why_fixed(tests: Iterable[PlainFile]) -> str:
    """Why shell scripts among the tests find nothing without Docker; empty when they do."""
    scripts = [test for test in tests if test.path.endswith(".sh")]
    text = b"\n".join(_beginning(script) for script in scripts)
    for path, variable in _VARIABLES.items():
        if path in text and variable not in text:
            return f"has tests that use {path.decode()} and not ${variable.decode()}"
    return ""


def _beginning(script: PlainFile) -> bytes:
    with script.source.open("rb") as file:
        return file.read(_READ)
