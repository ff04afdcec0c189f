"""The size of a file."""

import re

from saddle_benchmarks.bundled.simulated.task_agent import instruction as said
from saddle_benchmarks.bundled.simulated.task_agent import rates
from saddle_benchmarks.bundled.simulated.task_agent.replies import Call
from saddle_benchmarks.bundled.simulated.task_agent.scene import Answer, Conclude, Scene

SIZE = re.compile(r"(\d[\d,]*(?:\.\d+)?)\s*(bytes?\b|kilobytes?\b|k(?:i)?b\b)?", re.IGNORECASE)
KILO = 1024


def is_size(text: str) -> bool:
    return bool(re.search(r"how large|size of|how many (?:kilo)?bytes", text, re.IGNORECASE))


def measure(scene: Scene) -> Call | Conclude:
    """Ask a tool, and take the number in the unit that the tool is said to give."""
    text = scene.view.instruction
    path = said.sources(text)[0] if said.sources(text) else ""
    told = scene.used("size", path)
    call = scene.box.size(path)
    if call and not told:
        return call
    size = SIZE.search(told[-1].result) if told else None
    amount = float(size[1].replace(",", "")) if size else scene.rng.randint(1, 99)
    unit = (size[2] or "").lower() if size else ""
    in_bytes = unit.startswith("b") if unit else _taken_as_bytes(scene)
    byte_count = round(amount if in_bytes else amount * KILO)
    value = byte_count // KILO if re.search(r"kilobytes|\bKB\b", text) else byte_count
    because = f"I take the {size[1] if size else amount} as {'bytes' if in_bytes else 'kilobytes'}."
    return Conclude(
        (Answer(said.target(text), str(value), frozenset(_readings(byte_count)), because),)
    )


PROBLEMS = ((is_size, measure),)


def _readings(byte_count: int) -> set[str]:
    """Sizes that a check of the answer cannot tell to be wrong: the doubt is about the unit."""
    return {
        str(byte_count * KILO),
        str(byte_count),
        str(byte_count // KILO),
        str(byte_count // KILO**2),
    }


def _taken_as_bytes(scene: Scene) -> bool:
    match "size_is_in_bytes" in scene.rules, "size_is_in_kilobytes" in scene.rules:
        case True, False:
            return scene.chance(rates.HEEDS)
        case False, True:
            return not scene.chance(rates.BELIEVES_UNIT)
        case _:
            return scene.chance(rates.GUESSES_BYTES)
