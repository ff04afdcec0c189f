"""How the agent ends a task: write the answers, check them if told so, finish."""

from dataclasses import replace

from saddle_benchmarks.bundled.simulated.task_agent import rates
from saddle_benchmarks.bundled.simulated.task_agent.replies import Call, Say
from saddle_benchmarks.bundled.simulated.task_agent.scene import Answer, Scene

EXPLANATION = (
    "\n\nThis is what the files and programs named in the task say; I took it from there.\n"
)


def conclude(scene: Scene, answers: tuple[Answer, ...]) -> Call | Say:
    """The next call on the way to the end."""
    for answer in answers:
        if not scene.used("write", answer.path) and not _ended(scene, answer, answers):
            content = _content(scene, _first(scene, answer, len(answers)))
            call = scene.box.write(answer.path, content)
            if call:
                return replace(
                    call, say=answer.because or f"I write what I found to {answer.path}."
                )
    return _check(scene, answers) or finish(scene, answers)


def finish(scene: Scene, answers: tuple[Answer, ...] = ()) -> Call | Say:
    """End the task."""
    files = ", ".join(answer.path for answer in answers)
    summary = f"Wrote {files}." if files else "Did what the tools allow."
    return scene.box.finish(summary) or Say(summary)


def _check(scene: Scene, answers: tuple[Answer, ...]) -> Call | None:
    """Look at the last answer again when a rule says so, and correct it once."""
    if not answers:
        return None
    last = answers[-1] if scene.used("write", answers[-1].path) else answers[0]
    looked = scene.used("read", last.path)
    if not looked:
        told = "verify_result_before_finishing" in scene.rules
        return scene.box.read(last.path) if told and scene.chance(rates.HEEDS) else None
    shown = looked[-1].result.strip().splitlines()[:1]
    if len(scene.used("write", last.path)) > 1 or set(shown) <= {last.value, *last.also_right}:
        return None
    return scene.box.write(last.path, _content(scene, last.value))


def _ended(scene: Scene, answer: Answer, answers: tuple[Answer, ...]) -> bool:
    """Whether the agent is about to end with the last of several answers missing.

    Having once looked back, or tried to finish, it thinks that it is done, until it is told to
    read the instruction again.
    """
    if len(answers) == 1 or answer is not answers[-1]:
        return False
    reread = "reread_instruction_before_finishing"
    pending = scene.view.pending
    if pending and scene.box.role(pending) == "finish":
        return not (reread in scene.reminded and scene.chance(rates.HEEDS))
    if scene.used("read", answers[0].path):
        return True
    told = reread in scene.rules
    return scene.chance(rates.FORGETS_THOUGH_TOLD_EARLY if told else rates.FORGETS)


def _first(scene: Scene, answer: Answer, count: int) -> str:
    """What the agent writes unchecked; a task's answers share its slips."""
    if answer.miscount and scene.chance(rates.MISCOUNTS):
        return answer.miscount
    return slip(answer.value) if scene.chance(rates.SLIPS / count) else answer.value


def slip(value: str) -> str:
    """A small mistake in copying."""
    last = value[-1:]
    return value[:-1] + (str((int(last) + 1) % 10) if last.isdigit() else last * 2)


def _content(scene: Scene, value: str) -> str:
    explains = "explain_in_every_file" in scene.rules and scene.chance(rates.HEEDS)
    return value + (EXPLANATION if explains else "\n")
