"""Programs: ask one about something, say what one found, run one for its effect."""

import re

from saddle_benchmarks.bundled.simulated.task_agent import instruction as said
from saddle_benchmarks.bundled.simulated.task_agent.problems.guessing import among
from saddle_benchmarks.bundled.simulated.task_agent.replies import Call
from saddle_benchmarks.bundled.simulated.task_agent.scene import Answer, Conclude, Scene

STATUS = re.compile(r"exit[ _-]?(?:code|status)\W{0,3}(\d+)", re.IGNORECASE)
MEANING = re.compile(r"\b(\d+) ([a-z]+)")


def is_question(text: str) -> bool:
    return "argument" in text and bool(said.options(text))


def ask(scene: Scene) -> Call | Conclude:
    """Run the program with its argument; without a way to pass one there is only a guess."""
    text = scene.view.instruction
    program = said.sources(text)[0]
    runs = scene.used("run", program)
    call = scene.box.run(program, said.number(text))
    if not runs and call:
        return call
    pattern = rf"(?<!usage): *({'|'.join(map(re.escape, said.options(text)))})\b"
    return among(scene, pattern, [step.result for step in runs])


def is_finding(text: str) -> bool:
    return "state of" in text and bool(said.options(text))


def find(scene: Scene) -> Call | Conclude:
    """Run the program and read its finding, in what it prints or in how it ends."""
    text = scene.view.instruction
    program = said.sources(text)[0]
    runs = scene.used("run", program)
    call = scene.box.run(program)
    if not runs and call:
        return call
    meanings = dict(MEANING.findall(text))
    ended = [f"state: {meanings.get(s, '')}" for r in runs for s in STATUS.findall(r.result)]
    pattern = rf"state: *({'|'.join(map(re.escape, said.options(text)))})\b"
    return among(scene, pattern, [*(step.result for step in runs), *(ended if meanings else ())])


def is_effect(text: str) -> bool:
    return bool(re.search(r"\bonce\b|single time", text) and re.search(r"\b(run|start)\b", text))


def run_once(scene: Scene) -> Call | Conclude:
    """Run the program for what it does, then write the word."""
    text = scene.view.instruction
    word = re.search(r"the word `([^`]+)`", text)
    names = [n for n in said.sources(text) if "." not in n and (not word or n != word[1])]
    call = scene.box.run(names[0]) if names else None
    if call and not scene.used("run", names[0]):
        return call
    return Conclude((Answer(said.target(text), word[1] if word else "done"),))


PROBLEMS = ((is_effect, run_once), (is_question, ask), (is_finding, find))
