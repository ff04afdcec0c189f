"""Errors of the API: a status, a type, a message."""

from dataclasses import dataclass, field


@dataclass(eq=False)
class Refusal(Exception):
    """A request that is answered with an error."""

    status: int
    type: str
    message: str
    headers: dict[str, str] = field(default_factory=dict)

    def body(self, request_id: str) -> dict[str, object]:
        """The error object as JSON."""
        return {
            "type": "error",
            "error": {"type": self.type, "message": self.message},
            "request_id": request_id,
        }


def invalid(message: str) -> Refusal:
    """A request that does not keep the API's rules."""
    return Refusal(400, "invalid_request_error", message)


def unauthenticated(message: str = "invalid x-api-key") -> Refusal:
    """No key, or a wrong one."""
    return Refusal(401, "authentication_error", message)


def unknown_model(name: object) -> Refusal:
    """A model that the server does not know."""
    return Refusal(404, "not_found_error", f"model: {name}")


def too_large() -> Refusal:
    """A body of more than 32 MB."""
    return Refusal(413, "request_too_large", "Request exceeds the maximum size")


def too_long(tokens: int, window: int) -> Refusal:
    """A prompt that does not fit the model."""
    return invalid(f"prompt is too long: {tokens} tokens > {window} maximum")
