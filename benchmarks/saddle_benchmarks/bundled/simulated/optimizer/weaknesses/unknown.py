"""The trace shows nothing the optimizer knows: all it can offer is a sensible rule."""

from collections.abc import Sequence

from saddle_benchmarks.bundled.simulated.optimizer.harness import Harness
from saddle_benchmarks.bundled.simulated.optimizer.plan import Plan, Symptom, Weakness, idle
from saddle_benchmarks.bundled.simulated.optimizer.rules import add_rule, prompts
from saddle_benchmarks.bundled.simulated.optimizer.trace import Trace
from saddle_engine.types.taxonomy import SubType

RULES = (
    "Before the first action, list what the task wants to have in the end.",
    "When an action has not worked, say why and try another way.",
    "Look at the files and tools that the task names before you decide how to go about it.",
)


def seen(trace: Trace) -> Symptom | None:
    return Symptom(trace, 0, trace.last.number, "the task was not solved") if trace.steps else None


def plans(harness: Harness, symptoms: Sequence[Symptom]) -> list[Plan]:
    return [
        idle("Give the agent a working habit", "a few more steps", add_rule(prompt, rule))
        for prompt in prompts(harness)[:1]
        for rule in RULES
        if rule not in prompt.text
    ]


UNKNOWN = Weakness(
    SubType.RULE_ADDITION,
    clue=".",
    cause="the agent had what it needed and no rule says how to use it",
    rejected=("a tool is broken: none of its results looks wrong",),
    seen=seen,
    plans=plans,
    masks=99,
)
