"""Everything that can go wrong with a request, each under its own name."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tests.loopback.roles import role_of


class Mode(StrEnum):
    """One way to fail."""

    RATE_LIMITED = "rate_limited"
    """429 with a `retry-after` of one second (or of `Fault.seconds`)."""
    RATE_LIMITED_SILENT = "rate_limited_silent"
    """429 without `retry-after`."""
    RATE_LIMITED_LONG = "rate_limited_long"
    """429 with a `retry-after` of an hour."""
    OVERLOADED = "overloaded"
    """529 before any byte of a reply."""
    SERVER_ERROR = "server_error"
    """500 `api_error`."""
    BAD_GATEWAY = "bad_gateway"
    """502 with a page of HTML, as a proxy would send."""
    UNAVAILABLE = "unavailable"
    """503 `api_error`."""
    GATEWAY_TIMEOUT = "gateway_timeout"
    """504 `timeout_error`."""
    REQUEST_TIMEOUT = "request_timeout"
    """408."""
    CONFLICT = "conflict"
    """409."""
    INVALID_REQUEST = "invalid_request"
    """400 that blames the request."""
    NO_CREDIT = "no_credit"
    """400 that says that the credit balance is too low."""
    PROMPT_TOO_LONG = "prompt_too_long"
    """400 that says that the prompt does not fit the context window."""
    BAD_KEY = "bad_key"
    """401."""
    FORBIDDEN = "forbidden"
    """403."""
    NO_SUCH_MODEL = "no_such_model"
    """404 that names the model."""
    TOO_LARGE = "too_large"
    """413."""
    SLOW = "slow"
    """Silence for `Fault.seconds` before the first byte; then the whole reply."""
    STALLED = "stalled"
    """Silence for `Fault.seconds` in the middle of the reply; then the rest of it."""
    DROPPED = "dropped"
    """The connection ends before any byte, though the model has done its work."""
    CUT_IN_TEXT = "cut_in_text"
    """The connection ends in the middle of a text."""
    CUT_IN_TOOL = "cut_in_tool"
    """The connection ends in the middle of the input of a tool call."""
    NO_MESSAGE_STOP = "no_message_stop"
    """The stream ends in good order in the middle of its last block."""
    NO_STOP_REASON = "no_stop_reason"
    """The stream is whole, but its stop reason is null."""
    ERROR_FIRST = "error_first"
    """`overloaded_error` as an event of a stream with status 200, before any content."""
    ERROR_LATER = "error_later"
    """`overloaded_error` as an event of a stream with status 200, after the first delta."""
    HTML = "html"
    """A page of HTML with status 200."""
    BROKEN_BODY = "broken_body"
    """Status 200, and JSON that ends in the middle."""
    SHORT_BODY = "short_body"
    """The connection ends before as many bytes as `content-length` promises."""
    EMPTY = "empty"
    """No content, `end_turn`."""
    REFUSAL = "refusal"
    """Stop reason `refusal` after half a sentence."""
    MAX_TOKENS_IN_TOOL = "max_tokens_in_tool"
    """Stop reason `max_tokens` in the middle of the input of a tool call."""
    INPUT_NOT_OBJECT = "input_not_object"
    """A tool call whose input is a list."""
    UNKNOWN_TOOL = "unknown_tool"
    """A call of a tool that the request does not offer."""
    NO_USAGE = "no_usage"
    """A whole reply that does not say what it cost."""
    PAUSE_TURN = "pause_turn"
    """Stop reason `pause_turn`, as after too many server-side tool calls."""
    WINDOW_EXCEEDED = "window_exceeded"
    """Stop reason `model_context_window_exceeded`."""


@dataclass(frozen=True)
class Fault:
    """A mode, and how long its silence or its `retry-after` lasts."""

    mode: Mode
    seconds: float = 1.0


When = Callable[[dict[str, Any]], bool]
Faults = Callable[[int, dict[str, Any]], Fault | None]
"""What befalls a request, by its number (1, 2, ...) and its body."""


def nothing(number: int, request: dict[str, Any]) -> Fault | None:
    """No faults."""
    return None


def in_order(faults: Sequence[Fault | Mode | None], when: When = bool) -> Faults:
    """One after the other for the requests that `when` picks (default: all); then none."""
    rest = iter(faults)

    def plan(number: int, request: dict[str, Any]) -> Fault | None:
        return _fault(next(rest, None)) if when(request) else None

    return plan


def always(fault: Fault | Mode, when: When = bool) -> Faults:
    """The same for every request that `when` picks (default: all)."""
    return lambda number, request: _fault(fault) if when(request) else None


def at(numbers: Mapping[int | tuple[str, int], Fault | Mode]) -> Faults:
    """By number of the request (3), or by its number among those of a role (("diagnosis", 1))."""
    asked: Counter[str] = Counter()

    def plan(number: int, request: dict[str, Any]) -> Fault | None:
        role = role_of(request)
        asked[role] += 1
        return _fault(numbers.get((role, asked[role])) or numbers.get(number))

    return plan


def asked_by(role: str) -> When:
    """Picks the requests of `task`, `diagnosis`, `reflection` or `evolution`."""
    return lambda request: role_of(request) == role


def _fault(given: Fault | Mode | None) -> Fault | None:
    return Fault(given) if isinstance(given, Mode) else given
