"""Two rules of the prompt pull the numbers in opposite directions."""

import re
from collections.abc import Sequence

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
    for source in prompts(harness):
        rounds, exact = states(source.text, ROUND), states(source.text, EXACT)
        if rounds and exact and rounds != exact:
            return _plans(source, rounds, exact)
    return []


def _plans(source: Source, rounds: str, exact: str) -> list[Plan]:
    def instead(old: str, rule: str) -> ReplaceText:
        mark = re.match(r"(?:[-*+]|\d+[.)])\s+|", old)
        return source.swap(old, f"{mark[0] if mark else ''}{rule}")

    return [
        *(
            right("Let numbers keep their decimals", "longer numbers", instead(rounds, rule))
            for rule in RIGHT
        ),
        *(
            idle("Say more clearly how numbers are given", "none", instead(rounds, rule))
            for rule in IDLE
        ),
        idle(
            "Say more clearly how numbers are copied",
            "none that I can see",
            instead(exact, "Keep numbers exact: copy each of them with all its decimals."),
        ),
        harmful(
            "Settle for whole numbers",
            "amounts lose their cents",
            instead(exact, "Whole numbers are easier to read than decimals."),
        ),
        harmful(
            "Explain numbers instead of rounding them",
            "files get longer",
            instead(rounds, "Explain your reasoning in every file you write."),
        ),
        harmful(
            "Make sure of each number",
            "programs take longer",
            instead(rounds, "Run every program twice, and compare the numbers it prints."),
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
