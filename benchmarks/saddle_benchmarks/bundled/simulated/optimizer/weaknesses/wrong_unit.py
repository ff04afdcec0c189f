"""The description of a tool names a unit in which the tool does not measure."""

import ast
import re
from collections.abc import Iterator, Sequence

from saddle_benchmarks.bundled.simulated.optimizer import code
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
from saddle_engine.types.patch import ReplaceText
from saddle_engine.types.taxonomy import Layer, SubType

UNIT = re.compile(r"\b(kilobytes?|megabytes?|kB|KB|KiB|MB|MiB)\b")
SENTENCE = re.compile(r"[^.]*\b(kilobytes?|megabytes?|kB|KB|KiB|MB|MiB)\b[^.]*\.?")
FACTORS = (1000, 1024, 1_000_000, 1_048_576)
SLIP = 0.001
MEASURED = re.compile(r"\bsize\b|st_size|getsize|\blen\(")
DIVIDED = re.compile(r"/\s*(1024|1000|1_000|1e3|\w*KI?L?O?\w*)\b")

RIGHT = (
    "The size is given in bytes.",
    "Sizes are expressed in bytes.",
    "The number returned as the file's size must be read as bytes.",
    "Unit of the size: bytes.",
)
IDLE = (
    "The size is given exactly, in kilobytes.",
    "Sizes are given in KB, never in anything else.",
    "Tells the size of a file in kilobytes.",
)
HARMFUL = (
    (
        "The size is given in kilobytes. Explain your reasoning in every file you write.",
        "long files",
    ),
    ("The size is given in kilobytes. Run every program twice.", "programs take longer"),
    (
        "Sizes are expressed in KB. Each file you create must also contain an explanation.",
        "long files",
    ),
)


def seen(trace: Trace) -> Symptom | None:
    """A number that a tool returned was written down after it was converted by some thousand."""
    described = {line.partition(":")[0] for line in trace.tools.split("\n") if UNIT.search(line)}
    measured: dict[int, int] = {}
    for number, act in trace.acts():
        if any(line.startswith("write ") for line in act.env):
            for told, since in measured.items():
                if any(_converted(told, str(value)) for value in act.arguments.values()):
                    note = "a size was converted by the unit that the tool's description names"
                    return Symptom(trace, since, number, note)
        elif act.tool in described and act.told:
            measured |= {int(n): number for n in re.findall(r"\b\d{3,}\b", act.told)}
    return None


def _converted(told: int, written: str) -> bool:
    """Whether a number of this size was written, up to a slip; the same number counts as well."""
    numbers = [float(n) for n in re.findall(r"(?<![\w.])\d+(?:\.\d+)?", written)]
    factors = [number / told for number in numbers if told]
    return any(f == 1 or any(abs(f / by - 1) < SLIP for by in FACTORS) for f in factors)


def plans(harness: Harness, symptoms: Sequence[Symptom]) -> list[Plan]:
    for source in harness.of(Layer.TOOL, ".py"):
        if words := _wrong(source):
            return list(_plans(source, words))
    return []


def _wrong(source: Source) -> str | None:
    """The sentence of a description that names a unit the code does not convert to."""
    tree = code.parse(source)
    if tree is None:
        return None
    described = dict(code.constants(tree)).get("DESCRIPTION")
    if not isinstance(described, ast.Constant) or not isinstance(described.value, str):
        return None
    body = source.text[code.span(source, described)[1] :]
    if not MEASURED.search(body) or DIVIDED.search(body):
        return None
    found = SENTENCE.search(described.value)
    return found[0].strip() if found and found[0].strip() in source.text else None


def _plans(source: Source, words: str) -> Iterator[Plan]:
    def instead(new: str) -> tuple[ReplaceText, ...]:
        return () if new == words else (source.swap(words, new),)

    for new in RIGHT:
        yield right(
            "Name the unit in which the size is given", "none that I can see", *instead(new)
        )
    for new in IDLE:
        yield idle("Describe the size more clearly", "none that I can see", *instead(new))
    for new, risk in HARMFUL:
        yield harmful("Tell the agent to be careful with sizes", risk, *instead(new))


WEAKNESS = Weakness(
    SubType.DESCRIPTION_FIX,
    clue="[Kk]ilobyte|[Mm]egabyte|KB|[Ss]ize",
    cause="the description names a unit, and the tool returns a plain number of bytes",
    rejected=(
        "the agent miscalculated: its conversion follows the description",
        "the task asks for another file: it names this one",
    ),
    seen=seen,
    plans=plans,
)
