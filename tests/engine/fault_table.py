"""What becomes of every fault: of the try that it befalls, of a rollout or session that meets it once or again and again."""

from dataclasses import dataclass

from saddle_engine.types.calls import ReplyOutcome as Worth
from tests.engine.fault_rig import Role
from tests.loopback.modes import Mode

GOOD: dict[Role, str] = {"task": "passed", "diagnosis": "answered", "reflection": "answered"}
PAUSED: dict[Role, str] = dict.fromkeys(GOOD, "paused")
NO_FINISH = "failed no_finish"
CRASHED = "failed no_finish: exit 1"
"""A harness that does not expect its request to be refused."""


@dataclass(frozen=True)
class Expected:
    """Of one mode."""

    end: str
    """`refused KIND`, `unknown KIND`, or the worth of the reply."""
    once: dict[Role, str]
    """How a role ends that meets it at its second request."""
    always: dict[Role, str]
    """How it ends when every request from the second on meets it and nobody resumes the run."""
    pauses: bool = False
    """A person has to look at once."""
    tries: int = 2
    """Tries in all when it is met always, the good one before it included."""


def _refused(kind: str, *, final: bool = False, tries: int = 7) -> Expected:
    return Expected(f"refused {kind}", GOOD, PAUSED, final, 2 if final else tries)


def _unknown(kind: str) -> Expected:
    return Expected(f"unknown {kind}", GOOD, PAUSED, tries=3)


def _reply(worth: Worth, once: dict[Role, str], always: str, tries: int) -> Expected:
    return Expected(worth, once, _all(NO_FINISH, always), tries=tries)


def _bad(worth: Worth) -> Expected:
    ends = _all(CRASHED, worth)
    return Expected(worth, ends, ends)


def _all(task: str, session: str) -> dict[Role, str]:
    return {"task": task, "diagnosis": session, "reflection": session}


TABLE = {
    Mode.RATE_LIMITED: _refused("rate_limited", tries=0),
    Mode.RATE_LIMITED_SILENT: _refused("rate_limited"),
    Mode.RATE_LIMITED_LONG: _refused("rate_limited", tries=0),
    Mode.OVERLOADED: _refused("overloaded"),
    Mode.SERVER_ERROR: _refused("server_error"),
    Mode.BAD_GATEWAY: _refused("server_error"),
    Mode.UNAVAILABLE: _refused("server_error"),
    Mode.GATEWAY_TIMEOUT: _refused("timeout"),
    Mode.REQUEST_TIMEOUT: _refused("timeout"),
    Mode.CONFLICT: _refused("conflict"),
    Mode.NO_CREDIT: _refused("no_credit", final=True),
    Mode.BAD_KEY: _refused("not_allowed", final=True),
    Mode.FORBIDDEN: _refused("not_allowed", final=True),
    Mode.NO_SUCH_MODEL: _refused("no_such_model", final=True),
    Mode.SLOW: _unknown("read_timeout"),
    Mode.STALLED: _unknown("read_timeout"),
    Mode.DROPPED: _unknown("cut_stream"),
    Mode.CUT_IN_TEXT: _unknown("cut_stream"),
    Mode.CUT_IN_TOOL: _unknown("cut_stream"),
    Mode.SHORT_BODY: _unknown("cut_stream"),
    Mode.NO_MESSAGE_STOP: _unknown("incomplete_stream"),
    Mode.NO_STOP_REASON: _unknown("incomplete_stream"),
    Mode.BROKEN_BODY: _unknown("incomplete_stream"),
    Mode.ERROR_FIRST: _unknown("error_in_stream"),
    Mode.ERROR_LATER: _unknown("error_in_stream"),
    Mode.HTML: _unknown("not_the_api"),
    Mode.NO_USAGE: _unknown("no_usage"),
    Mode.INVALID_REQUEST: _bad(Worth.BAD_REQUEST),
    Mode.PROMPT_TOO_LONG: _bad(Worth.CONTEXT_OVERFLOW),
    Mode.TOO_LARGE: _bad(Worth.CONTEXT_OVERFLOW),
    Mode.EMPTY: _reply(Worth.EMPTY, GOOD, "empty", 3),
    Mode.REFUSAL: _reply(Worth.REFUSAL, _all("passed", "refusal"), "refusal", 2),
    Mode.MAX_TOKENS_IN_TOOL: _reply(Worth.MAX_TOKENS, GOOD, "max_tokens", 3),
    Mode.INPUT_NOT_OBJECT: _reply(Worth.MALFORMED, GOOD, "malformed", 5),
    Mode.UNKNOWN_TOOL: _reply(Worth.COMPLETE, GOOD, "malformed", 5),
    Mode.PAUSE_TURN: _reply(Worth.PAUSE, GOOD, "no answer was given in the calls that a session has", 40),
    Mode.WINDOW_EXCEEDED: _reply(Worth.CONTEXT_OVERFLOW, _all("passed", "context_overflow"), "context_overflow", 2),
}  # fmt: skip

SILENT = {Mode.SLOW, Mode.STALLED}
"""A client has to lose its patience before they are anything."""
EXECUTED = "rm -rf everything"
"""What a call asks for that is cut off in its midst."""
