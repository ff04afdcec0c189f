"""What comes between two iterations: a patch to take up, a new mini-batch, or the seal."""

from collections.abc import Sequence

from saddle_engine import events as ev
from saddle_engine.patches import Patch
from saddle_engine.stages.parts import Parts
from saddle_engine.state import RunState
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.rollout import Split


def begin(parts: Parts, state: RunState) -> Sequence[ev.AnyEvent]:
    """What comes next. Patches that are due come first: a policy that stops does not drop them."""
    if state.due:
        return _taken_up(parts, state, state.due[0])
    if reason := parts.policy.stopping.reason(state):
        return [sealed(parts, state, reason)]
    return _drawn(parts, state)


def sealed(parts: Parts, state: RunState, reason: str) -> ev.RunSealed:
    """The end of the search; it names the patches that nothing comes of any more."""
    by = "operator" if state.seal_asked else "policy"
    best = parts.policy.ranking.best(state.dag)
    return ev.RunSealed(by=by, reason=f"{reason}{_dropped(state)}", best=best)


def _dropped(state: RunState) -> str:
    held = [patch for patch in state.patches.values() if patch.status is PatchStatus.HELD]
    said = [("approved and never checked", state.due), ("still held", held)]
    return "".join(f"; {words}: {_names(patches)}" for words, patches in said if patches)


def _names(patches: Sequence[Patch]) -> str:
    return ", ".join(patch.proposed.patch for patch in patches)


def _drawn(parts: Parts, state: RunState) -> list[ev.AnyEvent]:
    train = [task.id for task in parts.split(Split.TRAIN)]
    batch = parts.policy.sampling.draw(train, state.drawn + 1, parts.seed)
    number = len(state.iterations) + 1
    started = ev.IterationStarted(iteration=number, epoch=batch.epoch, tasks=batch.tasks)
    phase = parts.policy.phases.next(state, batch.epoch)
    if phase is None:
        return [started]
    why = f"epoch {batch.epoch} begins"
    return [ev.PhaseSwitched(phase=phase, by="policy", reason=why), started]


def _taken_up(parts: Parts, state: RunState, patch: Patch) -> list[ev.AnyEvent]:
    """The patch on its own mini-batch and parent, as if the operator had approved it at once."""
    own, number = state.iterations[patch.proposed.iteration], len(state.iterations) + 1
    assert own.parent is not None
    why = f"{patch.proposed.patch} was set aside in iteration {patch.iteration}, and approved since"
    again = {"iteration": number, "rationale": parts.blobs.put(why.encode())}
    return [
        own.started.model_copy(update={"iteration": number, "takes_up": patch.proposed.patch}),
        own.parent.model_copy(update=again),
    ]
