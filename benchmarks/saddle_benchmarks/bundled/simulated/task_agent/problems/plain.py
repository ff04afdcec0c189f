"""What the agent does about a task of no kind that it knows: it plainly tries."""

from saddle_benchmarks.bundled.simulated.task_agent import instruction as said
from saddle_benchmarks.bundled.simulated.task_agent.replies import Call, Say
from saddle_benchmarks.bundled.simulated.task_agent.scene import Answer, Conclude, Scene

MOST_STEPS = 12
MOST_WORDS = 40


def try_it(scene: Scene) -> Call | Say | Conclude:
    """Look around, read what is named, run what looks like a program, then write something."""
    text = scene.view.instruction
    out = said.target(text)
    if len(scene.done) < MOST_STEPS:
        call = _look(scene, said.sources(text))
        if call:
            return call
    seen = " ".join(step.result for step in scene.done if not step.is_error).split()
    answers = (Answer(out, " ".join(seen[-MOST_WORDS:]) or "unknown"),) if out else ()
    return Conclude(answers)


def _look(scene: Scene, names: list[str]) -> Call | None:
    around = scene.box.list()
    if around and not any(step.tool == around.tool for step in scene.done):
        return around
    seen = {line.strip(" /*") for step in scene.done for line in step.result.splitlines()}
    files = [n for n in names if ("." in n or "/" in n) and (not around or n.split("/")[0] in seen)]
    programs = [name for name in names if name.isidentifier() and (not around or name in seen)]
    unrun = (name for name in programs if not scene.used("run", name))
    return scene.open(*files) or next((c for n in unrun if (c := scene.box.run(n))), None)
