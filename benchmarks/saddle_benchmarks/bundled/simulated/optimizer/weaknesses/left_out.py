"""The agent ends the task with a part of it undone."""

import json
import re
from collections.abc import Iterator, Sequence

from saddle_benchmarks.bundled.simulated.optimizer.harness import Harness, Source
from saddle_benchmarks.bundled.simulated.optimizer.plan import (
    Plan,
    Symptom,
    Weakness,
    harmful,
    idle,
    right,
)
from saddle_benchmarks.bundled.simulated.optimizer.trace import Trace
from saddle_engine.types.patch import WriteFile
from saddle_engine.types.taxonomy import SubType

FILE = re.compile(r"`([\w./-]+\.\w{1,5})`")
NOTE = 200
"""Longest note of an evidence."""
AGAIN = r"\b(again|re-?read|once more|back to|second time|revisit\w*|another look)\b"

RIGHT = (
    "Before finishing, read the instruction again and do everything it asks for.",
    "Reread the user's request now; every item in it has to be done before you may end.",
    "Go back to the task description, and complete anything you have left out before you finish.",
    "Have you done all that was asked? Look at the instruction again and take care of what is missing.",
)
IDLE = (
    "You are about to finish. Thank you for your work.",
    "The summary should be one short sentence.",
    "After finishing, nothing can be changed any more.",
)
HARMFUL = (
    "Read the instruction again and do everything it asks for before you go on.",
    "Stop and think: is this call really needed?",
    "Explain your reasoning in every file you write.",
)


def seen(trace: Trace) -> Symptom | None:
    if trace.closing is None:
        return None
    asked = set(FILE.findall(trace.instruction))
    done = [act for _, act in trace.acts() if act.tool != trace.closing.tool]
    touched = "\n".join(f"{act.raw}\n{' '.join(act.env)}" for act in done)
    missing = sorted(path for path in asked if path not in touched)
    if not missing:
        return None
    note = f"the agent finished and had done nothing about {', '.join(missing[:3])}"[:NOTE]
    return Symptom(trace, trace.last.number, trace.last.number, note)


def plans(harness: Harness, symptoms: Sequence[Symptom]) -> list[Plan]:
    closing = next((s.trace.closing.tool for s in symptoms if s.trace.closing), None)
    for source in harness.hook_files():
        hooks = _hooks(source)
        if hooks is None or closing is None:
            continue
        if not any(hook.get("tool") == closing and _reminds(hook) for hook in hooks):
            return list(_plans(harness, source, hooks, closing))
    return []


def _reminds(hook: dict[str, object]) -> bool:
    return bool(re.search(AGAIN, str(hook.get("reminder", "")), re.IGNORECASE))


def _hooks(source: Source) -> list[dict[str, object]] | None:
    try:
        found = json.loads(source.text)
    except ValueError:
        return None
    plain = isinstance(found, list) and all(isinstance(hook, dict) for hook in found)
    return found if plain else None


def _plans(
    harness: Harness, source: Source, hooks: list[dict[str, object]], closing: str
) -> Iterator[Plan]:
    first, every = _whens(harness)

    def hook(tool: str, when: str, reminder: str) -> WriteFile:
        entry = {"tool": tool, "when": when, "reminder": reminder}
        return WriteFile(path=source.path, text=json.dumps([*hooks, entry], indent=2) + "\n")

    for reminder in RIGHT:
        title = f"Remind the agent of the instruction at {closing}"
        yield right(title, "one more step at the end", hook(closing, first, reminder))
    for reminder in IDLE:
        yield idle(f"Add a reminder at {closing}", "one more step", hook(closing, first, reminder))
    for reminder in HARMFUL:
        yield harmful("Remind the agent at every call", "more steps", hook("*", every, reminder))


def _whens(harness: Harness) -> tuple[str, str]:
    """How this harness calls a reminder that is given once, and one that is always given."""
    read = "\n".join(source.text for source in harness.sources)
    return ("first_call", "every_call") if "first_call" in read else ("first", "every")


WEAKNESS = Weakness(
    SubType.PRE_TOOL_HOOK,
    clue="[Hh]ook|[Rr]eminder",
    cause="nothing makes the agent look at the instruction again before it finishes",
    rejected=(
        "a tool was missing: the same tools did the other parts",
        "the steps ran out: the agent finished by itself",
    ),
    seen=seen,
    plans=plans,
    masks=2,
)
