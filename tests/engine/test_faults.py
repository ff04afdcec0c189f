"""Every fault of a provider has a named outcome in every role, and both books agree; all of them: `tests.bench.faults`."""

import pytest

from tests.engine.fault_cases import met_always, met_once
from tests.engine.fault_rig import ROLES, Role
from tests.engine.fault_table import TABLE
from tests.loopback.modes import Mode

ONCE = [
    Mode.RATE_LIMITED_LONG,
    Mode.BAD_KEY,
    Mode.CUT_IN_TOOL,
    Mode.ERROR_LATER,
    Mode.INVALID_REQUEST,
    Mode.MAX_TOKENS_IN_TOOL,
    Mode.INPUT_NOT_OBJECT,
]
ALWAYS = [Mode.OVERLOADED, Mode.HTML, Mode.REFUSAL]


def test_no_mode_is_left_out() -> None:
    assert TABLE.keys() == set(Mode)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("mode", ONCE)
async def test_a_fault_that_is_met_once_ends_as_it_is_said_to(mode: Mode, role: Role) -> None:
    assert await met_once(mode, role) == []


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("mode", ALWAYS)
async def test_a_fault_that_stays_ends_as_it_is_said_to(mode: Mode, role: Role) -> None:
    assert await met_always(mode, role) == []
