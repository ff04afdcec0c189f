"""One turn of the agent: read the request, decide, answer."""

from random import Random

from saddle_benchmarks.bundled.simulated.task_agent import rates
from saddle_benchmarks.bundled.simulated.task_agent.conclude import conclude
from saddle_benchmarks.bundled.simulated.task_agent.problems import recognise
from saddle_benchmarks.bundled.simulated.task_agent.replies import Call, Say, reply
from saddle_benchmarks.bundled.simulated.task_agent.rules import stated
from saddle_benchmarks.bundled.simulated.task_agent.scene import Conclude, Scene
from saddle_benchmarks.bundled.simulated.task_agent.toolbox import toolbox
from saddle_benchmarks.bundled.simulated.task_agent.view import read
from saddle_engine.types.model import ModelReply, Request


class TaskAgent:
    """A model that answers the same for the same request and draw, and never fails."""

    async def reply(self, request: Request, draw: int) -> ModelReply:
        """See `saddle_engine.ports.Model`."""
        return reply(request, act(request, draw), draw)


def act(request: Request, draw: int) -> Call | Say:
    """What the agent does next."""
    view = read(request)
    reminded = stated(view.reminders)
    rules = stated(view.system) | stated(view.descriptions) | reminded
    scene = Scene(view, toolbox(view.tools), rules, reminded, Random(draw))
    return _held(scene) or _begin(scene) or _again(scene) or _work(scene)


def _held(scene: Scene) -> Call | None:
    """Repeat a call that a reminder held back, unless it is taken for made."""
    pending = scene.view.pending
    role = scene.box.role(pending.tool) if pending else ""
    if pending is None or role == "finish":
        return None
    if role in {"write", "run"} and scene.chance(rates.SKIPS_HELD_CALL):
        return None
    return Call(pending.tool, pending.arguments)


def _begin(scene: Scene) -> Call | None:
    """A look around."""
    return None if scene.view.steps or not scene.chance(rates.LOOKS_AROUND) else scene.box.list()


def _again(scene: Scene) -> Call | None:
    """Run a program a second time: because a rule says so, or because the run was an error."""
    last = scene.done[-1] if scene.done else None
    if last is None or scene.box.role(last.tool) != "run":
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
