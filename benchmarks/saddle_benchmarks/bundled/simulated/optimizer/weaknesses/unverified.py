"""The agent hands in a result that it has never looked at again."""

from collections.abc import Sequence

from saddle_benchmarks.bundled.simulated.optimizer.harness import Harness
from saddle_benchmarks.bundled.simulated.optimizer.plan import (
    Plan,
    Symptom,
    Weakness,
    harmful,
    idle,
    right,
)
from saddle_benchmarks.bundled.simulated.optimizer.rules import (
    CHECKS,
    ENDS,
    add_rule,
    prompts,
    states,
)
from saddle_benchmarks.bundled.simulated.optimizer.trace import Trace
from saddle_engine.types.taxonomy import SubType

RIGHT = (
    "Before you call finish, check that the result you wrote is correct.",
    "Verify your result before you finish: go through the source once more.",
    "Never finish with a result that you have not checked.",
    "Once you have written the answer, validate it, and only then finish.",
    "Double-check the output you produced before you end the task.",
)
IDLE = (
    "Work carefully and aim for a good quality of your answers.",
    "Take pride in your work: users rely on what you write.",
    "Before you start, check that the files of the task exist.",
    "Mistakes in results are annoying for the people who read them.",
)
HARMFUL = (
    ("Run every program twice, to make sure of what it prints.", "programs take longer"),
    ("Explain your reasoning in every file you write.", "files get longer"),
    ("After running a program, run it again before you go on.", "programs take longer"),
    ("Each file you create must also contain an explanation.", "files get longer"),
)


def seen(trace: Trace) -> Symptom | None:
    closing = trace.closing
    writing = [number for number, act in trace.acts() if _writes(act.env)]
    if closing is None or not writing:
        return None
    looked = [n for n, act in trace.acts() if n > writing[-1] and act is not closing and act.env]
    if looked:
        return None
    return Symptom(
        trace, writing[-1], trace.last.number, "the result was handed in and never looked at again"
    )


def plans(harness: Harness, symptoms: Sequence[Symptom]) -> list[Plan]:
    found = prompts(harness)
    if not found or any(states(source.text, CHECKS, ENDS) for source in found):
        return []
    prompt = found[0]
    return [
        *(
            right("Ask for a check before finishing", "a few more steps", add_rule(prompt, rule))
            for rule in RIGHT
        ),
        *(idle("Ask for careful work", "none that I can see", add_rule(prompt, r)) for r in IDLE),
        *(harmful("Ask for more certainty", risk, add_rule(prompt, r)) for r, risk in HARMFUL),
    ]


def _writes(env: Sequence[str]) -> bool:
    return any(line.startswith("write ") for line in env)


WEAKNESS = Weakness(
    SubType.RULE_ADDITION,
    clue="[Cc]heck|[Vv]erif|[Ff]inish",
    cause="no rule asks the agent to check its result, so slips stay in it",
    rejected=("the data were not read: the trace shows that they were", "a tool failed: none did"),
    seen=seen,
    plans=plans,
    masks=9,
)
