"""Rebuilding a task box: the recorded acts again, at a human pace, with the same answers."""

from collections.abc import Sequence
from itertools import accumulate

from saddle_engine.adapters.mediator.acting import carry_out
from saddle_engine.adapters.mediator.asking import read_acts
from saddle_engine.coupling.masks import same, stale_tokens
from saddle_engine.errors import RolloutBroken
from saddle_engine.ports import Clock, Sandbox
from saddle_engine.types.wire import Door, Exchange

PACE_S = 1.1
"""Longest wait between two acts. Shorter ones squeeze time: within one second of a file's
modification time a stale .pyc looks fresh, and background work is not done yet."""

COMMAND_S = 3600.0
"""The longest any command may ask for: here only its own time-out counts."""


async def rebuild(box: Sandbox, recording: Sequence[Exchange], clock: Clock) -> frozenset[str]:
    """Re-execute the environment requests of a recording in a fresh box.

    Returns:
        Names that the recorded answers have and the new ones have not: no later request may use
        one of them.

    Raises:
        RolloutBroken: an answer is another one, beyond timestamps and durations.
        SandboxError: the box broke.
    """
    stale: frozenset[str] = frozenset()
    times = accumulate(each.seconds for each in recording)
    last: float | None = None
    for each, at in zip(recording, times, strict=True):
        if not each.door.is_env:
            continue
        if last is not None:
            await clock.sleep(min(at - last, PACE_S))
        last = at
        stale |= await _repeat(box, each)
    return stale


async def _repeat(box: Sandbox, recorded: Exchange) -> frozenset[str]:
    acts = read_acts(recorded.door, dict(recorded.request))
    status, reply = await carry_out(box, acts, recorded.door is Door.BATCH, COMMAND_S)
    if not same([recorded.status, recorded.reply], [status, reply]):
        raise RolloutBroken(
            f"request {recorded.index} ({recorded.door}) got another answer when the box was rebuilt"
        )
    return stale_tokens(recorded.reply, reply)
