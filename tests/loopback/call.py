"""One request from its arrival to its line in the ledger."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace

from aiohttp import web

from tests.loopback.frames import Frame, Message, streamed, whole
from tests.loopback.ledger import Ledger, Line
from tests.loopback.modes import Fault, Mode
from tests.loopback.playing import Cut, Silence, Step, played
from tests.loopback.prices import Billed, Prices

LOOK_S = 0.01
"""How often a silent server looks whether its client is still there."""
MISSING_BYTES = 5_000


@dataclass
class Call:
    """One numbered request; its line is written exactly once."""

    number: int
    ledger: Ledger
    model: str = ""
    role: str = ""
    fault: str = ""
    prices: Prices | None = None
    booked: bool = False

    @property
    def request_id(self) -> str:
        """As in the header of the answer."""
        return f"req_loopback{self.number:06d}"

    def book(self, status: int, billed: Billed | None = None) -> None:
        """Write the line: with tokens it is charged, without it is free."""
        if self.booked:
            return
        self.booked = True
        nanos = billed.cost(self.prices) if billed and self.prices else 0
        self.ledger.add(
            Line(
                number=self.number,
                model=self.model,
                role=self.role,
                status=status,
                fault=self.fault,
                charged=billed is not None,
                nanos=nanos,
                billed=billed or Billed(),
            )
        )


async def send(
    call: Call,
    http: web.Request,
    message: Message,
    fault: Fault | None,
    stream: bool,
    pace_s: float,
    began: Callable[[], None],
) -> web.StreamResponse:
    """Send a reply, or what a fault leaves of it, and book what was written of it.

    The line is there before the client hears the end. A client that leaves pays for what has been
    written; one that leaves before the first byte, or never gets one, pays for the whole reply.
    `began` is called when the first byte is about to be sent.
    """
    steps = played(streamed(message) if stream else whole(message), fault)
    response = _response(call, steps, fault, stream)
    written, status = message.billed.output, 0
    last = _last_frame(steps)
    try:
        for at, step in enumerate(steps):
            match step:
                case Silence(seconds):
                    await _wait(http, seconds)
                case Cut():
                    call.book(status, replace(message.billed, output=written))
                    await _end(http)
                case Frame():
                    if not status:
                        began()
                        await response.prepare(http)
                        status = 200
                    written = step.output
                    if at == last:
                        call.book(status, replace(message.billed, output=written))
                    await response.write(step.data)
                    if pace_s:
                        await _wait(http, pace_s)
    except ConnectionError:
        pass
    finally:
        call.book(status, replace(message.billed, output=written))
    return response


def _response(
    call: Call, steps: list[Step], fault: Fault | None, stream: bool
) -> web.StreamResponse:
    response = web.StreamResponse(headers={"request-id": call.request_id})
    html = fault is not None and fault.mode is Mode.HTML
    response.content_type = (
        "text/html" if html else "text/event-stream" if stream else "application/json"
    )
    if not stream:
        promised = sum(len(step.data) for step in steps if isinstance(step, Frame))
        response.content_length = promised + (MISSING_BYTES if Cut() in steps else 0)
    return response


def _last_frame(steps: list[Step]) -> int:
    return max((at for at, step in enumerate(steps) if isinstance(step, Frame)), default=-1)


async def _wait(http: web.Request, seconds: float) -> None:
    """Wait.

    Raises:
        ConnectionResetError: the client has left meanwhile.
    """
    ends = asyncio.get_running_loop().time() + seconds
    while (left := ends - asyncio.get_running_loop().time()) > 0:
        await asyncio.sleep(min(LOOK_S, left))
        if http.transport is None or http.transport.is_closing():
            raise ConnectionResetError("the client has left")


async def _end(http: web.Request) -> None:
    """End the connection after what has been written."""
    await asyncio.sleep(0)
    if http.transport is not None:
        http.transport.abort()
