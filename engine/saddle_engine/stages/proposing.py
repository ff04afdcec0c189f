"""A patch as it enters the journal."""

from saddle_engine import events as ev
from saddle_engine.stages.parts import Parts
from saddle_engine.types.base import PatchId, SessionId
from saddle_engine.types.patch import Patched, Proposal


def proposed(
    parts: Parts,
    parent: ev.ParentChosen,
    session: SessionId,
    proposal: Proposal,
    patched: Patched | None,
) -> ev.PatchProposed:
    """The next patch of the run; `patched` is None when it was refused. Its texts become blobs."""
    return ev.PatchProposed(
        patch=PatchId(f"p{len(parts.state.patches) + 1}"),
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
