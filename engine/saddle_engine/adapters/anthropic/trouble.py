"""What went wrong with a try: refused for nothing, of unknown cost, or the request's own fault."""

import json
from typing import Any

import anthropic
import httpx2

from saddle_engine.errors import TryRefused, TryUnknown
from saddle_engine.types.model import ModelReply

MESSAGE_CHARS = 300

_KINDS = {
    401: "not_allowed",
    402: "no_credit",
    403: "not_allowed",
    404: "no_such_model",
    408: "timeout",
    409: "conflict",
    429: "rate_limited",
    504: "timeout",
    529: "overloaded",
}
_NO_CREDIT = ("your credit balance is too low", "you have reached your specified api usage limits")
_NOT_ALLOWED = ("this organization has been disabled", "your organization has been disabled")
_REQUEST_ITSELF = frozenset({400, 413, 422})
_NOT_SENT = (
    httpx2.ConnectError,
    httpx2.ConnectTimeout,
    httpx2.LocalProtocolError,
    httpx2.PoolTimeout,
    httpx2.ProxyError,
    httpx2.UnsupportedProtocol,
)


def scrubbed(text: str, key: str) -> str:
    """The text without the key, on one line, short."""
    return " ".join(text.replace(key, "[key]").split())[:MESSAGE_CHARS]


def answered(error: anthropic.APIStatusError, key: str) -> ModelReply:
    """The reply that an error status is, when the request itself is at fault.

    Raises:
        TryRefused: the provider turned the try away for another reason.
    """
    status, message = error.status_code, scrubbed(_message(error), key)
    kind = _of_account(error) or _KINDS.get(status)
    if kind is None and status in _REQUEST_ITSELF and (body := _error_object(error, key)):
        return ModelReply(status=status, body=body)
    if kind is None:
        kind = "server_error" if status >= 500 or status in _REQUEST_ITSELF else "not_allowed"
    raise TryRefused(
        kind, f"{status} {message}", status=status, retry_after_s=_retry_after_s(error)
    ) from None


def broken(error: BaseException, key: str, where: str) -> TryRefused | TryUnknown:
    """What a failed connection to a host means, before the reply and in the midst of it."""
    cause = error.__cause__ if isinstance(error, anthropic.APIConnectionError) else error
    message = scrubbed(f"{type(cause).__name__} {cause or ''}", key)
    match cause:
        case _ if isinstance(cause, _NOT_SENT):
            return TryRefused("unreachable", f"{where}: {message}")
        case httpx2.TimeoutException():
            return TryUnknown("read_timeout", f"nothing came for too long: {message}")
        case httpx2.HTTPError():
            return TryUnknown("cut_stream", f"the connection ended early: {message}")
        case _:
            return TryUnknown("not_the_api", message)


def _of_account(error: anthropic.APIStatusError) -> str | None:
    """Some refusals blame the request in their status and the account in their words.

    Only how the message begins counts: further on it may quote the request.
    """
    code, said = error.error_code or "", _message(error).lower()
    if "spend_limit" in code or said.startswith(_NO_CREDIT):
        return "no_credit"
    return "not_allowed" if "on_hold" in code or said.startswith(_NOT_ALLOWED) else None


def _error_object(error: anthropic.APIStatusError, key: str) -> dict[str, Any] | None:
    """The API's error object. A page of a proxy is none, and says nothing about the request."""
    body = error.body
    if isinstance(body, dict) and isinstance(body.get("error"), dict):
        plain: dict[str, Any] = json.loads(json.dumps(body).replace(key, "[key]"))
        return {**plain, "type": "error"}
    if error.status_code == 413:  # whoever said so, it is the request that is too large
        told = {"type": "request_too_large", "message": scrubbed(_message(error), key)}
        return {"type": "error", "error": told}
    return None


def _message(error: anthropic.APIStatusError) -> str:
    body = error.body
    if isinstance(body, dict) and isinstance(inner := body.get("error"), dict):
        return str(inner.get("message") or inner.get("type") or "")
    return body if isinstance(body, str) else str(error.message)


def _retry_after_s(error: anthropic.APIStatusError) -> float | None:
    """Seconds; a date or nonsense counts as not said."""
    try:
        seconds = float(error.response.headers.get("retry-after", ""))
    except ValueError:
        return None
    return seconds if 0 <= seconds < float("inf") else None
