"""What holds for every test."""

import os
from collections.abc import Generator

import pytest
from hypothesis import settings

REQUIRE_DOCKER = "SADDLE_REQUIRE_DOCKER"

# A deadline for an example tests the machine, and ours are busy.
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where Docker must be there, a test that skips for want of it has failed."""
    report = yield
    if report.skipped and item.get_closest_marker("docker") and os.environ.get(REQUIRE_DOCKER):
        report.outcome = "failed"
        report.longrepr = f"{REQUIRE_DOCKER} is set, but the test was skipped: {report.longrepr}"
    return report
