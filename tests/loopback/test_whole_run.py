"""A whole run of the real client against this server, in host folders: it improves, and the books agree."""

from pathlib import Path
from typing import Any

import pytest

from tests.e2e.homes import Home
from tests.loopback.configs import write_user_config
from tests.loopback.ledger import Ledger
from tests.loopback.modes import Mode, at, nothing
from tests.loopback.server import Loopback
from tests.loopback.thread import in_thread
from tests.loopback.worker import Worker

pytestmark = pytest.mark.e2e

NANO = 1e9
FAULTS = {
    ("task", 3): Mode.CUT_IN_TOOL,
    ("task", 10): Mode.RATE_LIMITED,
    ("task", 20): Mode.DROPPED,
    ("diagnosis", 2): Mode.OVERLOADED,
    ("diagnosis", 4): Mode.ERROR_LATER,
    ("reflection", 1): Mode.CUT_IN_TEXT,
    ("evolution", 1): Mode.NO_MESSAGE_STOP,
}
UNKNOWN = {Mode.CUT_IN_TOOL, Mode.DROPPED, Mode.ERROR_LATER, Mode.CUT_IN_TEXT, Mode.NO_MESSAGE_STOP}
"""Modes after which the client cannot know what it has to pay."""


@pytest.mark.parametrize("faults", [{}, FAULTS], ids=["undisturbed", "disturbed"])
def test_a_run_solves_more_in_the_end_and_books_what_the_server_charges(
    faults: dict[int | tuple[str, int], Mode], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loopback = Loopback(Worker(), faults=at(dict(faults)) if faults else nothing)
    monkeypatch.setenv("ANTHROPIC_API_KEY", loopback.key)
    home = Home(tmp_path / "home", deadline_s=400)

    with in_thread(loopback) as url:
        config = write_user_config(tmp_path / "user.toml", url)
        home.ok("run", config, "--headless", "--unsandboxed")

    facts = home.facts()
    assert facts["status"] == "done"
    assert [round(node["dev"], 2) for node in facts["nodes"]] == [0.33, 0.67, 1.0]
    _check_books(facts["spent"], loopback.ledger)
    assert {line.fault for line in loopback.ledger.lines} - {""} == set(faults.values())


def _check_books(spent: dict[str, Any], ledger: Ledger) -> None:
    """What is settled is charged to the nano-dollar, what is unknown at least covered."""
    unknown = [line for line in ledger.lines if line.fault in UNKNOWN]
    settled = ledger.nanos - sum(line.nanos for line in unknown)
    assert round(spent["usd_settled"] * NANO) == settled
    assert round(spent["usd_unknown"] * NANO) >= sum(line.nanos for line in unknown)
    assert sum(spent["tries"]["sent"].values()) == len(ledger.lines)
    if not unknown:
        by_role = {role: round(usd * NANO) for role, usd in spent["usd_by_role"].items()}
        assert by_role == {role: ledger.nanos_of(role) for role in by_role}
