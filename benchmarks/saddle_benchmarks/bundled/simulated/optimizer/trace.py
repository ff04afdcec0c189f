"""A trace as `read_trace` shows it, read back into steps, calls and what came of them."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from saddle_benchmarks.bundled.simulated.optimizer.session import Json

STEP = re.compile(r"^== step (\d+) ==$", re.MULTILINE)
RESULT = re.compile(r"\((?P<name>[\w.-]+)(?P<error> error)?\) (?P<text>.*)", re.DOTALL)


@dataclass
class Act:
    """One tool call of the agent."""

    tool: str
    arguments: Json
    raw: str
    env: list[str] = field(default_factory=list)
    """What the environment was asked and said."""
    printed: dict[str, str] = field(default_factory=dict)
    """`stdout`, `stderr`, `content`: what really came out."""
    told: str | None = None
    """What the agent was told about it in the next step; None when it was not told anything."""

    @property
    def exit_code(self) -> int | None:
        """Of the last command that this call ran."""
        codes = re.findall(r"^exit_code=(-?\d+)", "\n".join(self.env), re.MULTILINE)
        return int(codes[-1]) if codes else None

    @property
    def failed(self) -> bool:
        """Whether the environment refused it or a command of it failed."""
        refused = any(line.startswith("status=4") for line in self.env)
        return refused or self.exit_code not in {0, None}


@dataclass
class Step:
    """One turn of the agent and what followed."""

    number: int
    texts: dict[str, str]
    acts: list[Act]


@dataclass(frozen=True)
class Trace:
    """One rollout, as far as it was read."""

    rollout: str
    task: str
    steps: tuple[Step, ...]

    @property
    def instruction(self) -> str:
        """What the agent was asked to do."""
        return self.steps[0].texts.get("task", "") if self.steps else ""

    @property
    def last(self) -> Step:
        """The last step."""
        return self.steps[-1]

    @property
    def tools(self) -> str:
        """The tools as the agent saw them, one a line."""
        shown = [step.texts["tools"] for step in self.steps if "tools" in step.texts]
        return shown[-1] if shown else ""

    @property
    def ending(self) -> str:
        """What the harness or the agent said at the very end."""
        return self.last.texts.get("finish", "")

    def acts(self) -> Iterator[tuple[int, Act]]:
        """All calls with the numbers of their steps."""
        for step in self.steps:
            for act in step.acts:
                yield step.number, act

    @property
    def closing(self) -> Act | None:
        """The call with which the agent itself ended the task; None when it did not."""
        act = self.last.acts[-1] if self.last.acts else None
        if act is None or act.told is not None or "finish" not in self.last.texts:
            return None
        said = {str(value) for value in act.arguments.values()}
        return act if "finish" in act.tool or self.ending in said else None


def read_trace(rollout: str, task: str, pages: Sequence[str]) -> Trace:
    """The trace that some pages show, in order."""
    text = "\n".join(pages)
    pieces = STEP.split(text)[1:]
    steps: dict[int, Step] = {}
    for number, body in zip(map(int, pieces[::2]), pieces[1::2], strict=True):
        steps[number] = _step(number, body)
    ordered = [steps[number] for number in sorted(steps)]
    for step, following in pairwise(ordered):
        for act, told in zip(step.acts, _results(following.texts.get("result", "")), strict=False):
            act.told = told
    return Trace(rollout, task, tuple(ordered))


def _step(number: int, body: str) -> Step:
    step = Step(number, {}, [])
    for line in body.split("\n"):
        tag, bar, text = line.partition("| ")
        if not bar:
            continue
        if tag == "call":
            name, _, raw = text.partition(" ")
            step.acts.append(Act(name, _arguments(raw), raw))
        elif tag == "env" and step.acts:
            step.acts[-1].env.append(text)
        elif tag in {"stdout", "stderr", "content"} and step.acts:
            _add(step.acts[-1].printed, tag, text)
        else:
            _add(step.texts, tag, text)
    return step


def _add(texts: dict[str, str], tag: str, line: str) -> None:
    texts[tag] = f"{texts[tag]}\n{line}" if tag in texts else line


def _arguments(raw: str) -> Json:
    try:
        value = json.loads(raw)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _results(text: str) -> list[str]:
    """The results of a step, split where the next one begins."""
    found: list[str] = []
    for line in text.split("\n"):
        if begins := RESULT.match(line):
            found.append(begins["text"])
        elif found:
            found[-1] += f"\n{line}"
    return found
