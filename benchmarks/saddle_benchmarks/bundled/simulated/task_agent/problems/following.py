"""Notes that lead from one to the next."""

import re

from saddle_benchmarks.bundled.simulated.task_agent import instruction as said
from saddle_benchmarks.bundled.simulated.task_agent.replies import Call
from saddle_benchmarks.bundled.simulated.task_agent.scene import Answer, Conclude, Scene

MOST_NOTES = 40


def is_trail(text: str) -> bool:
    return "trail of notes" in text


def follow(scene: Scene) -> Call | Conclude:
    """Read the next note, until one has the word."""
    text = scene.view.instruction
    path = said.sources(text)[0]
    for _ in range(MOST_NOTES):
        call = scene.open(path)
        if call:
            return call
        note = scene.text(path) or ""
        following = said.quoted(note)
        if not following:
            break
        path = following[0]
    else:
        note = ""
    word = re.search(r"word is (\w+)", note)
    return Conclude((Answer(said.target(text), word[1] if word else "unknown"),))


PROBLEMS = ((is_trail, follow),)
