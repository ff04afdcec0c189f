"""The server: checks a request, asks the brain, bills, sends."""

import asyncio
import hashlib
import json
import logging
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from aiohttp import web

from tests.loopback.blocks import Part, parts
from tests.loopback.brain import Brain, Reply
from tests.loopback.cache import PromptCache
from tests.loopback.call import Call, send
from tests.loopback.changes import changed, limited
from tests.loopback.frames import Message
from tests.loopback.ledger import Ledger
from tests.loopback.modes import Fault, Faults, Mode, nothing
from tests.loopback.prices import SERVED, Served
from tests.loopback.reading import read_body
from tests.loopback.refusals import Refusal, too_long, unknown_model
from tests.loopback.refused import PAGE, refusal
from tests.loopback.roles import role_of
from tests.loopback.rules import check_prompt, check_sampling
from tests.loopback.tokens import output_tokens

KEY = "sk-ant-loopback-0123456789"
log = logging.getLogger(__name__)


@dataclass
class Loopback:
    """A provider on this machine; everything about it may be changed while it runs."""

    brain: Brain
    served: Mapping[str, Served] = field(default_factory=lambda: SERVED)
    faults: Faults = nothing
    ledger: Ledger = field(default_factory=Ledger)
    key: str = KEY
    clock: Callable[[], float] = time.monotonic
    think_s: float = 0.0
    """Seconds before the first byte of a reply."""
    pace_s: float = 0.0
    """Seconds between two frames of a stream."""
    requests: list[dict[str, Any]] = field(default_factory=list)
    """Every body that could be read, in the order of arrival."""
    counted: int = 0
    """Requests to count tokens; they are free and not in the ledger."""
    arrived: int = 0
    _open: int = 0

    def __post_init__(self) -> None:
        self._quiet = asyncio.Event()
        self._quiet.set()
        self.cache = PromptCache(lambda: self.clock())

    @asynccontextmanager
    async def serve(self, port: int = 0, host: str = "127.0.0.1") -> AsyncIterator[str]:
        """Serve on a port (0: any free one) while the block runs; gives the base URL."""
        app = web.Application()
        app.router.add_post("/v1/messages", self._messages)
        app.router.add_post("/v1/messages/count_tokens", self._count)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        try:
            site = web.TCPSite(runner, host, port)
            await site.start()
            yield f"http://{host}:{runner.addresses[0][1]}"
        finally:
            await runner.cleanup()

    async def settled(self) -> None:
        """Wait until every request that has arrived is in the ledger."""
        await self._quiet.wait()

    async def _messages(self, http: web.Request) -> web.StreamResponse:
        self.arrived += 1
        call = Call(self.arrived, self.ledger)
        self._open += 1
        self._quiet.clear()
        try:
            return await self._answer(call, http)
        except Refusal as refused:
            call.book(refused.status)
            return _refused(refused, call.request_id)
        finally:
            self._open -= 1
            if not self._open:
                self._quiet.set()

    async def _count(self, http: web.Request) -> web.Response:
        self.counted += 1
        try:
            body = await read_body(http, self.key)
            prompt, _ = self._prompt(body)
        except Refusal as refused:
            return _refused(refused, "req_count")
        return web.json_response({"input_tokens": sum(part.tokens for part in prompt)})

    async def _answer(self, call: Call, http: web.Request) -> web.StreamResponse:
        body = await read_body(http, self.key)
        self.requests.append(body)
        call.model = str(body.get("model", ""))
        prompt, served = self._prompt(body)
        call.role = role_of(body)
        check_sampling(body, served)
        size = sum(part.tokens for part in prompt)
        if size > served.window:
            raise too_long(size, served.window)
        fault = self.faults(call.number, body)
        if fault is not None:
            call.fault = fault.mode
            if refused := refusal(fault, body, served.window):
                raise refused
        plan = self.cache.plan(prompt, served.min_cacheable)
        reply = await self._think(call, body, fault, served.window - size)
        call.prices = served.prices
        billed = replace(plan.billed, output=output_tokens(reply.content))
        message = Message(
            id=f"msg_{call.number:04d}{_digest(body)}",
            model=call.model,
            reply=reply,
            billed=billed,
            has_usage=call.fault != Mode.NO_USAGE,
            has_stop_reason=call.fault != Mode.NO_STOP_REASON,
        )
        stream = bool(body.get("stream"))
        return await send(
            call, http, message, fault, stream, self.pace_s, lambda: self.cache.begin(plan)
        )

    def _prompt(self, body: dict[str, Any]) -> tuple[tuple[Part, ...], Served]:
        check_prompt(body)
        served = self.served.get(body["model"])
        if served is None:
            raise unknown_model(body["model"])
        return parts(body), served

    async def _think(
        self, call: Call, body: dict[str, Any], fault: Fault | None, room: int
    ) -> Reply:
        await asyncio.sleep(self.think_s)
        try:
            reply = await self.brain.reply(body, call.number)
        except Exception as error:
            log.exception("the brain failed at request %d", call.number)
            raise Refusal(500, "api_error", f"the brain failed: {error!r}") from error
        reply = changed(reply, fault.mode if fault else None, body)
        reply = limited(reply, body["max_tokens"], "max_tokens")
        return limited(reply, max(1, room), "model_context_window_exceeded")


def _refused(refused: Refusal, request_id: str) -> web.Response:
    headers = {"request-id": request_id, **refused.headers}
    if refused.message == PAGE:
        return web.Response(
            status=refused.status, text=PAGE, content_type="text/html", headers=headers
        )
    return web.json_response(refused.body(request_id), status=refused.status, headers=headers)


def _digest(body: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(body).encode()).hexdigest()[:20]
