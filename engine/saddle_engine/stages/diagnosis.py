"""Diagnosis: failing traces in, one patch out."""

from collections.abc import Sequence

from saddle_engine import events as ev
from saddle_engine.agents.briefs import CheckReport, DiagnosisBrief
from saddle_engine.agents.desk import Desk
from saddle_engine.agents.diagnosis import HARNESS, Diagnosed, diagnose
from saddle_engine.patches import Patch
from saddle_engine.stages.hints import take_hints
from saddle_engine.stages.parts import Parts
from saddle_engine.stages.patching import try_patch
from saddle_engine.stages.proposing import proposed
from saddle_engine.stages.rollouts import Results
from saddle_engine.stages.sessions import session_id, with_desk
from saddle_engine.stages.views import lessons, trace, train_history
from saddle_engine.state import Iteration
from saddle_engine.types.base import SessionId
from saddle_engine.types.patch import Edit
from saddle_engine.types.taxonomy import SubType

SHOWN = 3
"""Causes, hypotheses and evidence in the record; all of them are in the proposal's blob."""


async def propose(parts: Parts, iteration: Iteration, before: Results) -> Patch | None:
    """The iteration's patch, refused or not; None when the agent proposed nothing."""
    if iteration.patch is None:
        number = iteration.started.iteration
        session = session_id(parts, "diagnosis", number)
        hints = await take_hints(parts, number)
        diagnosed = await with_desk(
            parts,
            "diagnosis",
            number,
            lambda desk: _diagnose(parts, iteration, before, hints, desk),
        )
        await parts.book.decide(lambda _: _events(parts, iteration, session, diagnosed))
    return parts.state.patches[iteration.patch] if iteration.patch else None


def _events(
    parts: Parts, iteration: Iteration, session: SessionId, diagnosed: Diagnosed
) -> list[ev.AnyEvent]:
    proposal, patched = diagnosed.proposal, diagnosed.patched
    if proposal is None or iteration.parent is None:
        return []
    patch = proposed(parts, iteration.parent, session, proposal, patched)
    made = ev.DiagnosisMade(
        iteration=iteration.started.iteration,
        session=session,
        causes=proposal.causes[:SHOWN],
        rejected=proposal.rejected[:SHOWN],
        evidence=proposal.evidence[:SHOWN],
    )
    if patched is None:
        return [made, patch, ev.PatchRefused(patch=patch.patch, reason=diagnosed.refusal)]
    return [made, patch]


async def _diagnose(
    parts: Parts, iteration: Iteration, before: Results, hints: tuple[str, ...], desk: Desk
) -> Diagnosed:
    parent = iteration.parent
    assert parent is not None
    parents = [parts.state.dag[node].commit for node in parent.parents]
    begun = parts.state.sessions.get(desk.session)
    phase = begun.phase if begun else parts.state.phase

    async def check(edits: Sequence[Edit], subtype: SubType) -> CheckReport:
        return await try_patch(parts, parents, parent.commit, phase, edits, subtype)

    await parts.store.export(parent.tree, desk.folder / HARNESS)
    brief = DiagnosisBrief(
        phase=phase,
        traces=tuple(
            trace(parts, order, result) for order, result in before if result.outcome.scored
        ),
        lessons=lessons(parts.state),
        hints=hints,
        history=lambda: train_history(parts.state),
        check=check,
    )
    return await diagnose(desk, brief)
