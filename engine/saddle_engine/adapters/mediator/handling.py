"""From HTTP to a session and back: routes, parsing, errors, headers."""

import re
from collections.abc import Sequence

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from saddle_engine.adapters.mediator.asking import Ask, Refused
from saddle_engine.adapters.mediator.checking import check
from saddle_engine.adapters.mediator.ending import Broke
from saddle_engine.adapters.mediator.messages import Allowed
from saddle_engine.adapters.mediator.session import Session
from saddle_engine.adapters.mediator.sse import as_events
from saddle_engine.coupling.keys import Unreadable, env_key, model_key, parse
from saddle_engine.types.wire import Door, Exchange

ELAPSED = "x-saddle-elapsed"
LANE = "x-saddle-lane"

MAX_BETAS = 20

_LANE = re.compile(r"[\w .:/-]{0,100}", re.ASCII)
_BETA = re.compile(r"[\w.-]{1,100}", re.ASCII)


def add_routes(app: web.Application, session: Session, allowed: Allowed) -> None:
    """Everything a harness can ask, and one way for it to go wrong."""
    app.middlewares.append(_errors(session))
    app.on_response_prepare.append(_strip)
    for door in Door:
        path = "/v1/messages/count_tokens" if door is Door.COUNT else f"/v1/{door.value}"
        method = "GET" if door is Door.TASK else "POST"
        app.router.add_route(method, path, _handler(session, door, allowed))


def _handler(session: Session, door: Door, allowed: Allowed) -> Handler:
    async def handle(request: web.Request) -> web.StreamResponse:
        ask = await _read(request, door, allowed)
        exchange = await session.ask(ask)
        response = _response(exchange, streamed=ask.body.get("stream") is True)
        response.headers[ELAPSED] = f"{session.time_of(exchange):.3f}"
        return response

    return handle


async def _read(request: web.Request, door: Door, allowed: Allowed) -> Ask:
    """A checked request; what is refused here is refused before anything is matched."""
    lane = request.headers.get(LANE, "")
    if not _LANE.fullmatch(lane):
        raise Refused(400, "bad_request", f"{LANE}: expected up to 100 plain letters")
    try:
        body = {} if door is Door.TASK else parse(await _body(request))
    except Unreadable as error:
        raise Refused(400, "bad_request", str(error)) from None
    acts, betas = check(door, body, allowed), _betas(request)
    key = _key(request, door, body, betas)
    return Ask(door=door, lane=lane, key=key, body=body, acts=acts, betas=betas)


async def _body(request: web.Request) -> bytes:
    try:
        return await request.read()
    except web.HTTPRequestEntityTooLarge:
        raise
    except Exception as error:  # whatever a broken or hostile client can do to a body
        raise Refused(400, "bad_request", "the body could not be read") from error


def _betas(request: web.Request) -> tuple[str, ...]:
    """What is new in the API and asked for by name: harmless letters, since they go on in a header."""
    headers = request.headers.getall("anthropic-beta", [])
    betas = tuple(beta.strip() for header in headers for beta in header.split(","))
    if not all(_BETA.fullmatch(beta) for beta in betas) or len(betas) > MAX_BETAS:
        raise Refused(400, "bad_request", f"anthropic-beta: expected up to {MAX_BETAS} names")
    return betas


def _key(request: web.Request, door: Door, body: dict[str, object], betas: Sequence[str]) -> str:
    if door not in {Door.MODEL, Door.COUNT}:
        return env_key(door, body)
    return model_key(request.path_qs, request.headers.get("anthropic-version", ""), betas, body)


def _response(exchange: Exchange, *, streamed: bool) -> web.Response:
    if streamed and exchange.door is Door.MODEL and exchange.status == 200:
        return web.Response(body=as_events(exchange.reply), content_type="text/event-stream")
    return web.json_response(exchange.reply, status=exchange.status)


def _errors(session: Session) -> Middleware:
    @web.middleware
    async def answer_errors(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            return await handler(request)
        except Refused as refused:
            response = web.json_response(refused.body, status=refused.status)
        except web.HTTPRequestEntityTooLarge:
            response = _error(413, "too_large", "the body is larger than 32 MB")
        except web.HTTPException as error:
            response = _error(error.status, "no_such_request", f"{request.method} {request.path}")
        except Exception as error:
            session.end(Broke(error))
            raise
        response.headers[ELAPSED] = f"{session.total:.3f}"
        return response

    return answer_errors


def _error(status: int, kind: str, message: str) -> web.Response:
    return web.json_response({"kind": kind, "message": message[:300]}, status=status)


async def _strip(_: web.Request, response: web.StreamResponse) -> None:
    """No wall clock and no version of ours leaks into a harness."""
    response.headers.popall("Date", None)
    response.headers.popall("Server", None)
