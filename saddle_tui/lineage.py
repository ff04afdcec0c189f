"""What led from the seed to a node, told as commits are told: title, cause, evidence, effect."""

import textwrap
from collections.abc import Callable, Iterator

from saddle_engine.dag import Node
from saddle_engine.errors import ConfigError
from saddle_engine.harness.lineage import Step
from saddle_engine.patches import Patch
from saddle_engine.state import RunState
from saddle_engine.types.base import Digest
from saddle_engine.types.patch import Evidence, Proposal
from saddle_engine.types.steering import Buckets
from saddle_tui.text.safe import clean

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
        title = f"{patch.proposed.patch}: {clean(patch.proposed.title.strip())}"
        body = "\n".join(_body(state, parent, node, patch, proposal))
        steps.append(Step(parent.commit, node.commit, title, body))
        node = parent
    if not steps:
        raise ConfigError(f"{node.id} is the seed, which you have; name a node with a patch")
    return steps[::-1]


def _body(
    state: RunState, parent: Node, node: Node, patch: Patch, proposal: Proposal
) -> Iterator[str]:
    """Foreign words never begin a line: a patch or a mail could be read out of them."""
    run = state.run
    simulated = " (simulated)" if run and run.simulated else ""
    yield from _wrapped("Cause", proposal.causes[0][:CAUSE_LETTERS])
    for evidence in proposal.evidence:
        yield from _wrapped("Evidence", _seen(evidence))
    if proposal.risk.strip():
        yield from _wrapped("Risk", proposal.risk[:CAUSE_LETTERS])
    yield ""
    if patch.before is not None and patch.after is not None:
        scores = f"{patch.before:.3f} before, {patch.after:.3f} after"
        yield from _wrapped("Mini-batch", f"{scores}{simulated}")
    if patch.buckets:
        yield from _buckets(patch.buckets)
    dev = f"{parent.dev:.3f} before ({parent.id}), {node.dev:.3f} after ({node.id})"
    yield from _wrapped("Dev", f"{dev}{simulated}")
    yield ""
    proposed = patch.proposed
    yield from _wrapped("Kind", f"{proposed.patch_class}, {proposed.layer}, {proposed.subtype}")
    if others := ", ".join(node.parents[1:]):
        yield from _wrapped("Merged", f"what was taken from {others} is part of this change")
    if run:
        yield from _wrapped("Run", f"{run.name} ({run.run}), node {node.id}")


def _seen(evidence: Evidence) -> str:
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
        clean(f"{label}: {' '.join(text.split())}"),
        WIDTH,
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
