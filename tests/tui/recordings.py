"""Recordings of made-up rollouts and sessions, as a viewer would read them."""

import threading
from collections.abc import Callable
from typing import Any

from saddle_engine import events as ev
from saddle_engine.bodies import put_body, put_json
from saddle_engine.errors import JournalError
from saddle_engine.testing.memory import MemoryJournal
from saddle_engine.types.base import Digest, RolloutId, SessionId
from saddle_engine.types.rollout import Outcome
from saddle_engine.types.wire import Door
from tests.tui.stories import BEGAN

R1, D1 = RolloutId("r1"), SessionId("d1")


class Recording:
    """Writes records and blobs, and reads them as `RunViewer` does."""

    def __init__(self) -> None:
        self.blobs = MemoryJournal()
        self.log: list[ev.Record] = []
        self.reads = 0
        self.readers: set[str] = set()
        """Names of the threads that have read."""
        self.trouble = ""
        self.on_read: Callable[[], None] = lambda: None

    def add(self, *events: ev.AnyEvent) -> list[ev.Record]:
        new = [
            ev.Record(seq=seq, at=BEGAN + seq, event=event)
            for seq, event in enumerate(events, len(self.log) + 1)
        ]
        self.log += new
        return new

    def records(self, subject: str, after: int = 0, limit: int = -1) -> list[ev.Record]:
        found = [each for each in self._of(subject) if each.seq > after]
        return found if limit < 0 else found[:limit]

    def earlier(self, subject: str, before: int, limit: int) -> list[ev.Record]:
        return [each for each in self._of(subject) if each.seq < before][-limit:]

    def beginning(self, digest: Digest, limit: int) -> tuple[bytes, int]:
        content = self.blobs.get(digest)
        return content[:limit], len(content)

    def exchange(self, door: Door, request: Any, reply: Any, **more: Any) -> ev.Record:
        values: dict[str, Any] = {
            "rollout": R1, "tries": 1, "index": len(self.log), "door": door, "key": "k", "step": 1,
            "status": 200, "seconds": 0.25, "request": put_body(self.blobs, request),
            "reply": put_json(self.blobs, reply),
        }  # fmt: skip
        return self.add(ev.RequestAnswered(**values | more))[0]

    def says(self, text: str, step: int = 1) -> ev.Record:
        """The model says a text, and nothing else."""
        reply = {"content": [{"type": "text", "text": text}], "stop_reason": "end_turn"}
        return self.exchange(Door.MODEL, {}, reply, step=step)

    def ends(self, detail: str = "", **more: Any) -> ev.Record:
        values: dict[str, Any] = {
            "rollout": R1, "outcome": Outcome.FAILED, "score": 0.0, "steps": 3, "seconds": 4.0,
            "tokens": 9, "detail": self.text(detail) if detail else None,
        }  # fmt: skip
        return self.add(ev.RolloutFinished(**values | more))[0]

    def calls(self, tool: str, result: str, *, refused: bool = False) -> ev.Record:
        called = ev.ToolCalled(
            session=D1, tries=1, index=len(self.log), tool=tool, arguments=self.text("{}"), summary="{}",
            result=self.text(result), refused=refused,
        )  # fmt: skip
        return self.add(called)[0]

    def text(self, text: str) -> Digest:
        return self.blobs.put(text.encode("utf-8", "replace"))

    def _of(self, subject: str) -> list[ev.Record]:
        self.on_read()
        self.reads += 1
        self.readers.add(threading.current_thread().name)
        if self.trouble:
            raise JournalError(self.trouble)
        return [each for each in self.log if each.event.subject == subject]
