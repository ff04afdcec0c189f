"""What led from the seed to a node, told as commits are told: title, cause, evidence, effect."""

import textwrap
from collections.abc import Callable, Iterable, Iterator

from saddle_engine.dag import Node
from saddle_engine.errors import ConfigError
from saddle_engine.harness.lineage import Step
from saddle_engine.patches import Patch
from saddle_engine.state import RunState
from saddle_engine.types.base import Digest
from saddle_engine.types.patch import Evidence, Proposal
from saddle_engine.types.steering import Buckets
from saddle_tui.simulated import simulated
from saddle_tui.text.apart import apart
from saddle_tui.text.safe import clean
from saddle_tui.triage.flips import flips

WIDTH = 76
CAUSE_LETTERS = 1000


def steps_to(state: RunState, node: Node, blob: Callable[[Digest], bytes]) -> list[Step]:
    """One step for each admitted patch on the way of main parents, the oldest first.

    Raises:
        ConfigError: the node is the seed.
    """
    steps = []
    while node.patch and node.parents:
        parent = state.dag[node.parents[0]]
        patch = state.patches[node.patch]
        proposal = Proposal.model_validate_json(blob(patch.proposed.proposal))
        others = ", ".join(node.parents[1:])
        merged = f"what was taken from {others} is part of this change"
        notes = [("Merged", merged)] if others else []
        steps.append(
            Step(parent.commit, node.commit, title(patch), body(state, patch, proposal, notes))
        )
        node = parent
    if not steps:
        raise ConfigError(f"{node.id} is the seed, which you have; name a node with a patch")
    return steps[::-1]


def title(patch: Patch) -> str:
    """The first line of a patch's commit."""
    return f"{patch.proposed.patch}: {apart(clean(patch.proposed.title.strip()))}"


def body(
    state: RunState,
    patch: Patch,
    proposal: Proposal | None,
    notes: Iterable[tuple[str, str]] = (),
) -> str:
    """What a patch's commit says below its title: cause, evidence, effect.

    Foreign words never begin a line: a patch or a mail could be read out of them. They call nobody and
    close no issue where the commit is pushed to.

    Args:
        state: of the run.
        patch: admitted or not.
        proposal: why it was written; None where that cannot be read.
        notes: more to say of this commit, each with a word of ours that the line begins with.
    """
    proposed, run = patch.proposed, state.run
    lines = [*_causes(proposal), "", *_effect(state, patch, proposal), ""]
    kind = f"{proposed.patch_class}, {proposed.layer}, {proposed.subtype}"
    told = [("Kind", kind), *notes]
    if run:
        where = f", node {patch.node}" if patch.node else f", iteration {proposed.iteration}"
        told.append(("Run", f"{run.name} ({run.run}){where}"))
    return "\n".join([*lines, *(line for each in told for line in _wrapped(*each))])


def _causes(proposal: Proposal | None) -> Iterator[str]:
    if proposal is None:
        yield from _wrapped("Cause", "the record of it cannot be read")
        return
    yield from _wrapped("Cause", proposal.causes[0][:CAUSE_LETTERS])
    for evidence in proposal.evidence:
        yield from _wrapped("Evidence", seen(evidence))
    if proposal.risk.strip():
        yield from _wrapped("Risk", proposal.risk[:CAUSE_LETTERS])


def _effect(state: RunState, patch: Patch, proposal: Proposal | None) -> Iterator[str]:
    if patch.before is not None and patch.after is not None:
        scores = f"{patch.before:.3f} before, {patch.after:.3f} after"
        yield from _wrapped("Mini-batch", f"{scores}{simulated(state)}")
    if patch.buckets:
        yield from _buckets(patch.buckets)
    found = flips(proposal, patch.buckets) if proposal else None
    if found is not None and found.predicted:
        yield from _wrapped("Predicted", found.sentence)
    if patch.node is not None:
        node, parent = state.dag[patch.node], state.dag[patch.proposed.parents[0]]
        dev = f"{parent.dev:.3f} before ({parent.id}), {node.dev:.3f} after ({node.id})"
        yield from _wrapped("Dev", f"{dev}{simulated(state)}")
    else:
        yield from _wrapped("Dev", "not measured")
        why = f": {patch.reason}" if patch.reason else ""
        yield from _wrapped("Verdict", f"{patch.status}, not admitted by the gate{why}")


def seen(evidence: Evidence) -> str:
    """Where a trace shows the cause; hostile text is possible."""
    steps = f"step {evidence.first_step}"
    if evidence.last_step != evidence.first_step:
        steps = f"steps {evidence.first_step} to {evidence.last_step}"
    return f"{steps} of rollout {evidence.rollout}: {evidence.note or 'see the trace'}"


def _buckets(buckets: Buckets) -> Iterator[str]:
    for name, tasks in buckets:
        if tasks:
            yield from _wrapped(name.replace("_", " ").capitalize(), ", ".join(tasks))


def _wrapped(label: str, text: str) -> list[str]:
    """Every line but the first, which begins with our own word, is set in."""
    return textwrap.wrap(
        apart(clean(f"{label}: {' '.join(text.split())}")),
        WIDTH,
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
