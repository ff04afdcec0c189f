"""What holds for every test."""

import os
import signal
from collections.abc import Generator, Iterator

import pytest
from hypothesis import settings

REQUIRED = {
    mark: f"SADDLE_REQUIRE_{mark.upper()}" for mark in ("docker", "tmux", "ssh", "zsh", "chromium")
}
"""By mark: where this variable is set, a test that skips for want of it has failed."""

HANGS_S = 600
"""Longer than any test takes on a busy machine: one that is still at it waits for what never comes."""

LONG = ("e2e", "ssh", "docker", "chromium")
"""Marks of tests that take long: files with any of them are begun first, so that no process ends with one alone."""

# A deadline for an example tests the machine, and ours are busy.
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")


@pytest.fixture(autouse=True)
def umask() -> Iterator[None]:
    """A command that is run in this process leaves the modes of later files as they were."""
    before = os.umask(0o022)
    os.umask(before)
    yield
    os.umask(before)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The order in which `--no-loadscope-reorder` hands files out."""
    long = {item.path for item in items if any(map(item.get_closest_marker, LONG))}
    items.sort(key=lambda item: item.path not in long)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that CI could run does not pass by being skipped."""
    report = yield
    required = [name for mark, name in REQUIRED.items() if item.get_closest_marker(mark)]
    if report.skipped and (missed := [name for name in required if os.environ.get(name)]):
        report.outcome = "failed"
        report.longrepr = f"{missed[0]} is set, but the test was skipped: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Generator[None, bool, bool]:
    """A test that hangs fails where it hangs, and the others go on."""
    signal.signal(signal.SIGALRM, _hangs)
    signal.alarm(HANGS_S)
    try:
        return (yield)
    finally:
        signal.alarm(0)


def _hangs(*_: object) -> None:
    pytest.fail(f"hangs: it has not ended within {HANGS_S} s")
