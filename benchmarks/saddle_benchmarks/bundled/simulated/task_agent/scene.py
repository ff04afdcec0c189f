"""What a problem decides on: the view, the tools, the rules in force and this call's coin."""

from dataclasses import dataclass
from random import Random

from saddle_benchmarks.bundled.simulated.task_agent.replies import Call
from saddle_benchmarks.bundled.simulated.task_agent.toolbox import Toolbox
from saddle_benchmarks.bundled.simulated.task_agent.view import Step, View


@dataclass(frozen=True)
class Answer:
    """One file the task wants."""

    path: str
    value: str
    """What the agent writes, slips apart."""
    also_right: frozenset[str] = frozenset()
    """Other values that a check of the answer would let stand."""
    because: str = ""
    """What the agent says when it writes it."""
    miscount: str = ""
    """What it writes instead when it works carelessly; empty where there is little to get wrong."""


@dataclass(frozen=True)
class Conclude:
    """The problem knows its answers, or has given up finding out more."""

    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class Scene:
    """Everything one decision may depend on."""

    view: View
    box: Toolbox
    rules: frozenset[str]
    """Names of the rules that hold, whoever states them."""
    reminded: frozenset[str]
    """Those of them that a reminder stated in the course of the work."""
    rng: Random

    @property
    def done(self) -> tuple[Step, ...]:
        """The calls so far."""
        return self.view.done

    def chance(self, share: float) -> bool:
        """A coin."""
        return self.rng.random() < share

    def used(self, role: str, name: str) -> list[Step]:
        """Calls of a kind of tool about a file or program."""
        return [s for s in self.done if s.mentions(name) and self.box.role(s) == role]

    def text(self, path: str) -> str | None:
        """Everything that was shown of a file; None when nothing was."""
        read = [s for s in self.used("read", path) + self.used("search", path) if not s.is_error]
        return "\n".join(step.result for step in read) if read else None

    def open(self, *paths: str) -> Call | None:
        """Read the first of the files that no call has asked for; None when all have been."""
        unread = (path for path in paths if not self.used("read", path))
        return next((call for path in unread if (call := self.box.read(path))), None)
