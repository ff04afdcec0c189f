"""One turn of the agent: read the request, decide, answer."""

from dataclasses import replace
from random import Random

from saddle_benchmarks.bundled.simulated.task_agent import rates
from saddle_benchmarks.bundled.simulated.task_agent.conclude import conclude
from saddle_benchmarks.bundled.simulated.task_agent.problems import recognise
from saddle_benchmarks.bundled.simulated.task_agent.replies import Call, Say, reply
from saddle_benchmarks.bundled.simulated.task_agent.rules import stated
from saddle_benchmarks.bundled.simulated.task_agent.scene import Conclude, Scene
from saddle_benchmarks.bundled.simulated.task_agent.toolbox import toolbox
from saddle_benchmarks.bundled.simulated.task_agent.view import Step, read
from saddle_engine.ports import Heard
from saddle_engine.types.model import ModelReply, Request

ENOUGH = 4
"""Equal calls in a row."""


class TaskAgent:
    """A model that answers the same for the same request and draw, and never fails."""

    async def reply(self, request: Request, draw: int, heard: Heard | None = None) -> ModelReply:
        """See `saddle_engine.ports.Model`."""
        return reply(request, act(request, draw), draw)


def act(request: Request, draw: int) -> Call | Say:
    """What the agent does next."""
    view = read(request)
    reminded = stated(view.reminders)
    rules = stated(view.system) | stated(view.descriptions) | reminded
    scene = Scene(view, toolbox(view.tools), rules, reminded, Random(draw))
    if _stuck(scene):
        return Say("The same call again and again does not help.")
    pending = view.pending
    if pending and scene.box.role(pending) != "finish":
        if not (_is_act(scene, pending) and scene.chance(rates.SKIPS_HELD_CALL)):
            return Call(pending.tool, pending.arguments)
        scene = replace(scene, view=replace(view, trusting=True))
    return _begin(scene) or _again(scene) or _work(scene)


def _is_act(scene: Scene, step: Step) -> bool:
    """Whether a call is made for its effect, so that the agent does not miss its result."""
    return scene.box.role(step) in {"write", "run"}


def _stuck(scene: Scene) -> bool:
    """Whether the harness has let the agent go round in circles."""
    last = scene.view.steps[-ENOUGH:]
    return len(last) == ENOUGH and all(step.repeats(last[0]) for step in last)


def _begin(scene: Scene) -> Call | None:
    """A look around."""
    return None if scene.view.steps or not scene.chance(rates.LOOKS_AROUND) else scene.box.list()


def _again(scene: Scene) -> Call | None:
    """Run a program a second time: because a rule says so, or because the run was an error."""
    last = scene.done[-1] if scene.done else None
    if last is None or scene.box.role(last) != "run":
        return None
    if sum(step.repeats(last) for step in scene.done) > 1:
        return None
    twice = "run_every_program_twice" in scene.rules and scene.chance(rates.HEEDS)
    failed = last.is_error and scene.chance(rates.RERUNS_FAILED)
    return Call(last.tool, last.arguments) if twice or failed else None


def _work(scene: Scene) -> Call | Say:
    match recognise(scene.view.instruction)(scene):
        case Conclude(answers):
            return conclude(scene, answers)
        case action:
            return action
