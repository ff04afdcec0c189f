"""Fakes of the ports, for tests of whatever uses them."""

from saddle_engine.testing.boxes import FakeBoxes
from saddle_engine.testing.calls import FreeCalls
from saddle_engine.testing.memory import FakeClock, MemoryInbox, MemoryJournal
from saddle_engine.testing.runner import FakeRunner
from saddle_engine.testing.script import ScriptedModel, says, uses
from saddle_engine.testing.store import FakeStore

__all__ = [
    "FakeBoxes",
    "FakeClock",
    "FakeRunner",
    "FakeStore",
    "FreeCalls",
    "MemoryInbox",
    "MemoryJournal",
    "ScriptedModel",
    "says",
    "uses",
]
