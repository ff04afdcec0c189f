"""Where an agent works and what makes it that agent."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Generic, Literal, TypeVar

from pydantic import BaseModel

from saddle_engine.events import Record
from saddle_engine.ports import Blobs, Calls, Journal
from saddle_engine.types.base import SessionId

A = TypeVar("A", bound=BaseModel)
AgentName = Literal["evolution", "diagnosis", "reflection"]


@dataclass(frozen=True)
class Desk:
    """Where a session works: its model, its place in the run, its private folder."""

    calls: Calls
    model_id: str
    journal: Journal
    blobs: Blobs
    session: SessionId
    iteration: int
    tries: int
    run_seed: int
    recorded: Sequence[Record]
    """What an interrupted run of this very session has journalled; empty for a new one."""
    folder: Path
    """Staged files, for this session alone."""


@dataclass(frozen=True)
class AgentSpec(Generic[A]):
    """An agent: its system prompt, and the tool whose accepted call ends its session."""

    name: AgentName
    prompt: str
    answer: str
    description: str
    model: type[A]
    judge: Callable[[A], Awaitable[str]]
    """What is wrong with an answer that fits the schema; empty when it is accepted."""


@dataclass(frozen=True)
class Ended(Generic[A]):
    """How a session ended."""

    answer: A | None
    problem: str = ""
    """Why there is no answer."""


def prompt(name: AgentName) -> str:
    """The system prompt of an agent."""
    return (files("saddle_engine") / "prompts" / f"{name}.md").read_text(encoding="utf-8")
