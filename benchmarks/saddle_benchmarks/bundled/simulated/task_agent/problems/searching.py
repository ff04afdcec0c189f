"""One entry of a long list, and a note in one of several folders."""

import re

from saddle_benchmarks.bundled.simulated.task_agent import instruction as said
from saddle_benchmarks.bundled.simulated.task_agent.problems.guessing import among
from saddle_benchmarks.bundled.simulated.task_agent.replies import Call
from saddle_benchmarks.bundled.simulated.task_agent.scene import Answer, Conclude, Scene
from saddle_benchmarks.bundled.simulated.task_agent.searching import look_further


def is_entry(text: str) -> bool:
    return "label" in text and bool(said.options(text) and said.number(text))


def look_up(scene: Scene) -> Call | Conclude:
    """Read on until the entry is seen, as far as the tools reach; then guess."""
    text = scene.view.instruction
    path, wanted = said.sources(text)[0], said.number(text)
    first = scene.open(path)
    if first:
        return first
    pattern = rf"\b{wanted}\b[^\n]*\b({'|'.join(map(re.escape, said.options(text)))})\b"
    shown = scene.text(path) or ""
    further = look_further(scene.box, path, wanted, scene.done)
    if further and not re.search(pattern, shown):
        return further
    return among(scene, pattern, [shown])


def is_hidden(text: str) -> bool:
    return "one of the folders" in text


def try_folders(scene: Scene) -> Call | Conclude:
    """Try the folders in any order, or list them where a tool can."""
    text = scene.view.instruction
    folders = said.options(text)
    names = [name for name in said.sources(text) if name not in folders]
    name = names[0] if names else ""
    found = [t for f in folders if (t := scene.text(f"{f}/{name}")) is not None]
    if not found:
        call = _next_place(scene, folders, name)
        if call:
            return call
    weight = re.search(r"weight: *(\d+)", "\n".join(found))
    value = weight[1] if weight else str(scene.rng.randint(10, 999))
    return Conclude((Answer(said.target(text), value),))


PROBLEMS = ((is_hidden, try_folders), (is_entry, look_up))


def _next_place(scene: Scene, folders: list[str], name: str) -> Call | None:
    untried = [folder for folder in folders if not scene.used("read", f"{folder}/{name}")]
    listed = {folder: scene.used("list", folder) for folder in folders}
    holding = [f for f in untried if any(name in step.result.split() for step in listed[f])]
    if holding:
        return scene.box.read(f"{holding[0]}/{name}")
    unlisted = [folder for folder in untried if not listed[folder]]
    if unlisted and (call := scene.box.list(scene.rng.choice(unlisted))):
        return call
    return scene.box.read(f"{scene.rng.choice(untried)}/{name}") if untried else None
