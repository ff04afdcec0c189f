"""What has been said in a session, and the cache breakpoints that make saying it again cheap."""

from collections.abc import Collection, Sequence
from typing import Any

from saddle_engine.agents.clearing import CONTEXT_CHARS, TARGET_CHARS, Message, clear, size_chars
from saddle_engine.agents.request import build

Block = dict[str, Any]


class Conversation:
    """Messages that only grow, but for the clearing of old results.

    A cached prefix is found again where a breakpoint of an earlier request ended, and a breakpoint looks
    back no further than 20 blocks. One step with ten calls at once is more than that, so three messages are
    marked beside the system prompt: the newest; the one that was newest in the last request, where this
    one's known prefix ends; and the last message that will never change again, the opening at first and
    later the end of what was cleared, so that a clearing leaves something to be found.
    """

    def __init__(self, opening: str, kept: Collection[str]) -> None:
        self._messages: list[Message] = [_user(text(opening))]
        self._kept = kept
        self._settled = 0
        self._newest = 0

    def request(self, model: str, prompt: str, tools: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """The next request; old results are cleared first when it would be too long."""
        marks = {self._settled, self._newest}
        if size_chars(self._messages) > CONTEXT_CHARS:
            marks = self._clear(TARGET_CHARS) or marks
        self._newest = len(self._messages) - 1
        return build(model, prompt, tools, self._messages, marks | {self._newest})

    def said(self, content: Sequence[Block]) -> None:
        """What the model answered, as it is sent back."""
        self._messages.append({"role": "assistant", "content": list(content)})

    def told(self, *content: Block) -> None:
        """What the model is told."""
        self._messages.append(_user(*content))

    def halve(self) -> bool:
        """Make room because the provider found it too long; whether anything could be cleared."""
        return bool(self._clear(size_chars(self._messages) // 2))

    def _clear(self, target_chars: int) -> set[int]:
        """What stays findable: where the settled part ended before, and where it ends now."""
        last = clear(self._messages, self._kept, target_chars)
        if last is None:
            return set()
        found, self._settled = {self._settled, last}, last
        return found


def text(words: str) -> Block:
    """A block of text."""
    return {"type": "text", "text": words}


def _user(*content: Block) -> Message:
    return {"role": "user", "content": list(content)}
