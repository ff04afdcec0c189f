"""Every way in which a provider can fail, in every role, met once and met always.

    python -m tests.bench.faults [MODE ...]

For each case the named outcome, requests = tries booked, and our books against the server's own ledger:
settled to the nano-dollar, refused free, unknown at no less than what was charged. Exits with 1 on any
miss.
"""

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable

from tests.engine.fault_cases import met_always, met_once
from tests.engine.fault_rig import ROLES, Role
from tests.engine.fault_table import TABLE
from tests.loopback.modes import Mode

Met = Callable[[Mode, Role], Awaitable[list[str]]]


def main() -> int:
    """Run and print all cases."""
    modes = [Mode(name) for name in sys.argv[1:]] or list(Mode)
    began = time.monotonic()
    missed = sum(asyncio.run(_row(mode, how, met)) for mode in modes for how, met in MET.items())
    cases = len(modes) * len(MET) * len(ROLES)
    print(f"\n{cases - missed} of {cases} cases as expected, {time.monotonic() - began:.0f} s")
    return bool(missed)


MET: dict[str, Met] = {"once": met_once, "always": met_always}


async def _row(mode: Mode, how: str, met: Met) -> int:
    """Print one line; how many roles were not as expected."""
    expected = TABLE[mode]
    ended = expected.once if how == "once" else expected.always
    found = {role: await met(mode, role) for role in ROLES}
    cells = "  ".join(f"{role}: {'MISSED' if found[role] else ended[role]}" for role in ROLES)
    print(f"{mode:20} {how:7} {expected.end:24} {cells}", flush=True)
    for role, wrong in found.items():
        for each in wrong:
            print(f"    {role}: {each}", flush=True)
    return sum(map(bool, found.values()))


if __name__ == "__main__":
    sys.exit(main())
