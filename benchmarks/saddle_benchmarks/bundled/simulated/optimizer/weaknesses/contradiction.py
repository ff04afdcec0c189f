"""Two rules of the prompt pull the numbers in opposite directions."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from saddle_benchmarks.bundled.simulated.optimizer.harness import Harness, Source
from saddle_benchmarks.bundled.simulated.optimizer.plan import (
    Plan,
    Symptom,
    Weakness,
    harmful,
    idle,
    right,
)
from saddle_benchmarks.bundled.simulated.optimizer.rules import EXACT, ROUND, prompts, states
from saddle_benchmarks.bundled.simulated.optimizer.trace import Trace
from saddle_engine.types.patch import ReplaceText
from saddle_engine.types.taxonomy import SubType

DECIMAL = re.compile(r"(?<![\w./])\d+\.\d+(?![\w./])")
WHOLE = re.compile(r"\s*\d+\s*(\n|$)")

RIGHT = (
    "Round a number only when the task asks for it.",
    "Never round a value in your output unless the task says so.",
    "Figures must be reported with all the digits you found.",
    "Do not drop decimals: numeric results are to be given unrounded.",
)
IDLE = (
    "All figures that you report must be rounded to the nearest integer.",
    "Round numbers to whole numbers whenever you report them.",
    "Give every amount that you report as a whole number, rounded.",
)


def seen(trace: Trace) -> Symptom | None:
    """A whole number was written where all that was read has decimals."""
    read = [act.told or "" for _, act in trace.acts()]
    if not any(DECIMAL.search(text) for text in read):
        return None
    for number, act in trace.acts():
        wrote = any(line.startswith("write ") for line in act.env)
        if wrote and any(WHOLE.match(str(value)) for value in act.arguments.values()):
            note = "the number that was written has lost its decimals"
            return Symptom(trace, number, number, note)
    return None


def plans(harness: Harness, symptoms: Sequence[Symptom]) -> list[Plan]:
    rounding, exact = _stated(harness, ROUND), _stated(harness, EXACT)
    both = rounding and exact and rounding.words != exact.words
    return _plans(rounding, exact) if rounding and exact and both else []


@dataclass(frozen=True)
class Rule:
    """A sentence of a prompt."""

    source: Source
    words: str

    def instead(self, rule: str) -> ReplaceText:
        """Another rule in its place, at the same bullet."""
        mark = re.match(r"(?:[-*+]|\d+[.)])\s+|", self.words)
        return self.source.swap(self.words, f"{mark[0] if mark else ''}{rule}")


def _stated(harness: Harness, pattern: str) -> Rule | None:
    found = ((source, states(source.text, pattern)) for source in prompts(harness))
    return next((Rule(source, words) for source, words in found if words), None)


def _plans(rounding: Rule, exact: Rule) -> list[Plan]:
    return [
        *(
            right("Let numbers keep their decimals", "longer numbers", rounding.instead(rule))
            for rule in RIGHT
        ),
        *(
            idle("Say more clearly how numbers are given", "none", rounding.instead(rule))
            for rule in IDLE
        ),
        idle(
            "Say more clearly how numbers are copied",
            "none that I can see",
            exact.instead("Keep numbers exact: copy each of them with all its decimals."),
        ),
        harmful(
            "Settle for whole numbers",
            "amounts lose their cents",
            exact.instead("Whole numbers are easier to read than decimals."),
        ),
        harmful(
            "Explain numbers instead of rounding them",
            "files get longer",
            rounding.instead("Explain your reasoning in every file you write."),
        ),
        harmful(
            "Make sure of each number",
            "programs take longer",
            rounding.instead("Run every program twice, and compare the numbers it prints."),
        ),
    ]


WEAKNESS = Weakness(
    SubType.RULE_MODIFICATION,
    clue="[Rr]ound|[Ee]xact|decimal",
    cause="one rule asks for exact numbers and another one for rounded ones",
    rejected=(
        "the arithmetic is wrong: the number fits once it is rounded",
        "the data have no decimals: the trace shows them",
    ),
    seen=seen,
    plans=plans,
    masks=3,
)
