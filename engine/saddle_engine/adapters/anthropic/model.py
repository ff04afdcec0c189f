"""One try at a time."""

from saddle_engine.errors import ModelError
from saddle_engine.ports import Heard
from saddle_engine.types.model import ModelReply, Request


class AnthropicModel:
    """The port `Model` over the Messages API."""

    def __init__(
        self, *, key: str, base_url: str | None, effort: str | None, timeout_s: float
    ) -> None:
        self._key = key

    async def reply(self, request: Request, draw: int, heard: Heard | None = None) -> ModelReply:
        """One complete reply."""
        raise ModelError("not built yet")
