"""Fault modes that are an error instead of a reply; none of them is charged."""

from typing import Any

from tests.loopback.modes import Fault, Mode
from tests.loopback.refusals import Refusal, invalid, too_large, unauthenticated, unknown_model

PAGE = "<html><head><title>502 Bad Gateway</title></head><body>bad gateway</body></html>"
LONG_S = 3_600
_LIMIT = "This request would exceed your organization's rate limit."
_BROKE = "Internal server error"

_PLAIN = {
    Mode.RATE_LIMITED_SILENT: (429, "rate_limit_error", _LIMIT),
    Mode.OVERLOADED: (529, "overloaded_error", "Overloaded"),
    Mode.SERVER_ERROR: (500, "api_error", _BROKE),
    Mode.BAD_GATEWAY: (502, "api_error", PAGE),
    Mode.UNAVAILABLE: (503, "api_error", "Service unavailable"),
    Mode.GATEWAY_TIMEOUT: (504, "timeout_error", "Request timed out"),
    Mode.REQUEST_TIMEOUT: (408, "timeout_error", "Request timed out"),
    Mode.CONFLICT: (409, "invalid_request_error", "Conflict"),
    Mode.FORBIDDEN: (403, "permission_error", "Your API key may not use this resource."),
}


def refusal(fault: Fault, request: dict[str, Any], window: int) -> Refusal | None:
    """The error that a fault is, or None if it is a matter of the reply."""
    match fault.mode:
        case Mode.RATE_LIMITED:
            return _limited(fault.seconds)
        case Mode.RATE_LIMITED_LONG:
            return _limited(LONG_S)
        case Mode.INVALID_REQUEST:
            return invalid("messages: this request was not understood")
        case Mode.NO_CREDIT:
            return invalid(
                "Your credit balance is too low to access the Anthropic API. "
                "Please go to Plans & Billing to upgrade or purchase credits."
            )
        case Mode.PROMPT_TOO_LONG:
            return invalid(f"prompt is too long: {window + 1} tokens > {window} maximum")
        case Mode.BAD_KEY:
            return unauthenticated()
        case Mode.NO_SUCH_MODEL:
            return unknown_model(request["model"])
        case Mode.TOO_LARGE:
            return too_large()
        case mode:
            return Refusal(*_PLAIN[mode]) if mode in _PLAIN else None


def _limited(seconds: float) -> Refusal:
    return Refusal(429, "rate_limit_error", _LIMIT, {"retry-after": f"{seconds:g}"})
