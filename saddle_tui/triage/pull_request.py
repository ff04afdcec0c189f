"""The text of a pull request for the chosen patches, in Markdown: ready to be sent, nothing left unsaid."""

from collections.abc import Iterator

from saddle_engine.patches import Patch
from saddle_engine.types.base import PatchId
from saddle_runs.decisions import Choice, Decisions
from saddle_tui.lineage import seen
from saddle_tui.simulated import simulated
from saddle_tui.targets import counted
from saddle_tui.text.markdown import md, table
from saddle_tui.triage.composing import Composition, Piece
from saddle_tui.triage.desk import Desk
from saddle_tui.triage.facts import verdict
from saddle_tui.triage.flips import flips
from saddle_tui.triage.measuring import measuring
from saddle_tui.triage.messages import notes

SHOWN = 1000
"""Letters of a cause or a risk."""
CAUTION = (
    "A mini-batch has few tasks, so a patch can pass it by luck; of many dev scores the best is too good to be "
    "true. Measure again before you rely on any of this."
)


def pull_request(desk: Desk, decisions: Decisions, composition: Composition) -> str:
    """Summary, patches, evidence, how it was measured, risks, how to try it, and what was left out.

    Raises:
        JournalError: the run cannot be read.
    """
    parts = (
        _summary(desk, composition),
        _table(desk, composition),
        *(_why(desk, decisions, piece) for piece in composition.steps),
        measuring(desk),
        _risks(desk, composition),
        _trying(),
        _left_out(desk, decisions, composition),
    )
    return "\n".join(line for part in parts for line in (*part, ""))


def _summary(desk: Desk, composition: Composition) -> Iterator[str]:
    run, steps = desk.state.run, composition.steps
    assert run is not None
    yield f"# Better agent harness: {counted(steps)} of run {md(run.name)}"
    yield ""
    yield f"Each commit is one patch that saddle-tui found in the traces of failed attempts, in run {md(run.name)} ({md(run.run)})."
    yield ""
    if run.simulated:
        yield "**All scores here are simulated**: they say that the machinery works, and nothing about any real model."
        yield ""
    if composition.node:
        node, seed = desk.state.dag[composition.node], desk.state.seed
        scores = f"dev {seed.dev:.3f} for the seed, {node.dev:.3f} for this{simulated(desk.state)}"
        yield f"Together the patches are node {node.id} of that run: {scores}."
    else:
        yield "Together the patches are no harness that the run has measured; only single patches were."


def _table(desk: Desk, composition: Composition) -> Iterator[str]:
    yield "## Patches"
    yield ""
    mark = simulated(desk.state)
    head = ("patch", "what", "kind", f"mini-batch{mark}", f"dev{mark}", "verdict")
    rows = []
    for piece in composition.steps:
        patch = desk.state.patches[piece.patch]
        kind = f"{patch.proposed.layer}, {patch.proposed.subtype}".replace("_", " ")
        rows.append(
            (md(piece.patch), md(patch.proposed.title), md(kind), *_scores(desk, patch), md(patch.status))
        )  # fmt: skip
    yield from table(head, rows)


def _scores(desk: Desk, patch: Patch) -> tuple[str, str]:
    batch = dev = "not measured"
    if patch.before is not None and patch.after is not None:
        batch = f"{patch.before:.2f} to {patch.after:.2f}"
    if patch.node is not None:
        dag = desk.state.dag
        dev = f"{dag[patch.proposed.parents[0]].dev:.3f} to {dag[patch.node].dev:.3f}"
    return batch, dev


def _why(desk: Desk, decisions: Decisions, piece: Piece) -> Iterator[str]:
    patch = desk.state.patches[piece.patch]
    proposal = desk.proposal(patch)
    yield f"### {md(piece.patch)}: {md(patch.proposed.title)}"
    yield ""
    yield f"- Verdict: {md(verdict(patch, desk.state))}"
    if proposal is not None:
        yield f"- Cause: {md(proposal.causes[0][:SHOWN])}"
        for each in proposal.evidence:
            yield f"- Evidence: {md(seen(each))}"
        if (found := flips(proposal, patch.buckets)) and found.predicted:
            yield f"- Predicted: {md(found.sentence)}"
    for bucket, tasks in patch.buckets or ():
        if tasks:
            yield f"- {bucket.replace('_', ' ').capitalize()}: {md(', '.join(tasks))}"
    for label, text in notes(decisions, piece):
        yield f"- {label}: {md(text)}"


def _risks(desk: Desk, composition: Composition) -> Iterator[str]:
    yield "## Risks"
    yield ""
    for piece in composition.steps:
        patch = desk.state.patches[piece.patch]
        proposal = desk.proposal(patch)
        named = proposal.risk.strip()[:SHOWN] if proposal else ""
        broke = patch.buckets.regressed if patch.buckets else ()
        told = f"; it broke {', '.join(broke)} on its mini-batch" if broke else ""
        yield f"- {md(piece.patch)}: {md(named or 'none was named')}{md(told)}"
    yield f"- {CAUTION}"


def _trying() -> Iterator[str]:
    yield "## How to try it"
    yield ""
    yield "With a checkout of this branch, and one of what is below it, on tasks of your own:"
    yield ""
    yield "    saddle-tui eval HARNESS --against OTHER_HARNESS --config CONFIG.toml --repeats 3"


def _left_out(desk: Desk, decisions: Decisions, composition: Composition) -> Iterator[str]:
    taken = {piece.patch for piece in composition.steps}
    yield "## What was left out"
    yield ""
    others = [id_ for id_ in desk.state.patches if id_ not in taken]
    for id_ in others:
        patch = desk.state.patches[id_]
        yield f"- {md(id_)}, {md(patch.proposed.title)}: {md(_reason(desk, decisions, id_, patch))}"
    if not others:
        yield "Nothing: every patch of the run is here."


def _reason(desk: Desk, decisions: Decisions, id_: PatchId, patch: Patch) -> str:
    decision, told = decisions[id_], verdict(patch, desk.state)
    match decision.choice:
        case Choice.CHOSEN:
            return "its change is contained in the others already"
        case Choice.LEFT:
            why = f" ({decision.reason})" if decision.reason else ""
            return f"left out by {decision.by}{why}; {told}"
        case Choice.OPEN:
            return f"not chosen; {told}"
