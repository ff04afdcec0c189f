"""Diagnosis: failing traces in, one patch out."""

from collections.abc import Sequence

from saddle_engine import events as ev
from saddle_engine.agents.briefs import CheckReport, DiagnosisBrief
from saddle_engine.agents.desk import Desk
from saddle_engine.agents.diagnosis import HARNESS, Diagnosed, diagnose
from saddle_engine.stages.parts import Parts
from saddle_engine.stages.patching import try_patch
from saddle_engine.stages.rollouts import Results
from saddle_engine.stages.sessions import session_id, with_desk
from saddle_engine.stages.views import lessons, trace, train_history
from saddle_engine.state import Iteration, Patch
from saddle_engine.types.base import PatchId, SessionId
from saddle_engine.types.patch import Edit, Patched, Proposal
from saddle_engine.types.taxonomy import SubType

SHOWN = 3
"""Causes, hypotheses and evidence in the record; all of them are in the proposal's blob."""


async def propose(parts: Parts, iteration: Iteration, before: Results) -> Patch | None:
    """The iteration's patch, refused or not; None when the agent proposed nothing."""
    if iteration.patch is None:
        number = iteration.started.iteration
        session = session_id(parts, "diagnosis", number)
        diagnosed = await with_desk(
            parts, "diagnosis", number, lambda desk: _diagnose(parts, iteration, before, desk)
        )
        await parts.book.append(*_events(parts, iteration, session, diagnosed))
    return parts.state.patches[iteration.patch] if iteration.patch else None


def _events(
    parts: Parts, iteration: Iteration, session: SessionId, diagnosed: Diagnosed
) -> list[ev.AnyEvent]:
    proposal, patched = diagnosed.proposal, diagnosed.patched
    if proposal is None or iteration.parent is None:
        return []
    patch = PatchId(f"p{len(parts.state.patches) + 1}")
    made = ev.DiagnosisMade(
        iteration=iteration.started.iteration,
        session=session,
        causes=proposal.causes[:SHOWN],
        rejected=proposal.rejected[:SHOWN],
        evidence=proposal.evidence[:SHOWN],
    )
    refused = [] if patched else [ev.PatchRefused(patch=patch, reason=diagnosed.refusal)]
    return [made, _proposed(parts, iteration.parent, session, patch, proposal, patched), *refused]


def _proposed(
    parts: Parts,
    parent: ev.ParentChosen,
    session: SessionId,
    patch: PatchId,
    proposal: Proposal,
    patched: Patched | None,
) -> ev.PatchProposed:
    return ev.PatchProposed(
        patch=patch,
        iteration=parent.iteration,
        session=session,
        parents=parent.parents,
        title=proposal.title,
        layer=proposal.layer,
        subtype=proposal.subtype,
        patch_class=proposal.patch_class,
        proposal=parts.blobs.put(proposal.model_dump_json().encode()),
        commit=patched.commit if patched else None,
        tree=patched.tree if patched else None,
        diff=parts.blobs.put(patched.diff.encode()) if patched else None,
    )


async def _diagnose(parts: Parts, iteration: Iteration, before: Results, desk: Desk) -> Diagnosed:
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
        traces=tuple(trace(parts, order, result) for order, result in before),
        lessons=lessons(parts.state),
        history=lambda: train_history(parts.state),
        check=check,
    )
    return await diagnose(desk, brief)
