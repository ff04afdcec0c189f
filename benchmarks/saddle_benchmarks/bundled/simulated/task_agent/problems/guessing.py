"""An answer out of a few: the one that was seen, or else a guess."""

import re
from collections.abc import Sequence

from saddle_benchmarks.bundled.simulated.task_agent import instruction as said
from saddle_benchmarks.bundled.simulated.task_agent.scene import Answer, Conclude, Scene


def among(scene: Scene, pattern: str, texts: Sequence[str]) -> Conclude:
    """Conclude with the first group of the pattern, or with any of the instruction's options."""
    text = scene.view.instruction
    found = [match[1] for shown in texts for match in re.finditer(pattern, shown)]
    value = found[-1] if found else scene.rng.choice(said.options(text))
    others = frozenset() if found else frozenset(said.options(text))
    because = "" if found else f"Nothing I can see tells which it is. I guess {value}."
    return Conclude((Answer(said.target(text), value, others, because),))
