"""Operators' versions of held patches: kept when they are asked for, checked beside the loop."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from saddle_engine import events as ev
from saddle_engine.commands import Command
from saddle_engine.errors import PatchRefused, PathRefused, SandboxError
from saddle_engine.harness.patching import fitting
from saddle_engine.harness.safe_open import list_plain, read_plain
from saddle_engine.harness.seed import FILE_LIMIT_BYTES
from saddle_engine.patches import Patch
from saddle_engine.ports import Blobs
from saddle_engine.stages.parts import Parts
from saddle_engine.stages.patching import try_patch
from saddle_engine.stages.proposing import proposed
from saddle_engine.types.patch import Edit, Patched, Proposal
from saddle_engine.types.taxonomy import SubType

EDITS: TypeAdapter[tuple[Edit, ...]] = TypeAdapter(tuple[Edit, ...])

CHECK_FAILED = (PatchRefused, PathRefused, SandboxError)


def stored(command: Command, blobs: Blobs) -> Command | str:
    """The command with the digest of its edits in their place, or one sentence on what is wrong."""
    given = command.arguments.get("edits")
    if not isinstance(given, list) or not given:
        return (
            "an edit needs edits: a list of replace, write and delete, against the patch's parent"
        )
    try:
        edits = EDITS.validate_json(json.dumps(given))  # which has no half letters
    except ValidationError as error:
        return _misfit(error)
    digest = blobs.put(EDITS.dump_json(edits))
    return command.model_copy(update={"arguments": {**command.arguments, "edits": digest}})


async def check_edits(parts: Parts) -> None:
    """Check what operators ask for, one after another, until cancelled.

    One that an earlier engine did not get to is checked first, and none is checked after the seal.
    """
    while True:
        await parts.book.until(lambda state: bool(state.wishes.edits))
        asked = next(iter(parts.state.wishes.edits.values()))
        await _settle(parts, asked)


async def _settle(parts: Parts, asked: ev.EditAsked) -> None:
    patch = parts.state.patches[asked.patch]
    try:
        proposal, patched = await _checked(parts, patch, asked)
    except CHECK_FAILED as why:  # costs the edit, not the run
        refused = ev.EditRefused(patch=asked.patch, reason=str(why))
        await parts.book.decide(lambda state: [refused] * (asked.patch in state.wishes.edits))
        return
    await parts.book.decide(
        lambda state: (
            _edited(parts, patch, asked, proposal, patched)
            if asked.patch in state.wishes.edits
            else []
        )
    )


async def _checked(parts: Parts, patch: Patch, asked: ev.EditAsked) -> tuple[Proposal, Patched]:
    """The version as a proposal and a commit. The phase binds diagnosis, not the operator.

    Raises:
        PatchRefused: it would not do; says why.
        PathRefused: the staged files cannot be read.
        SandboxError: the check box could not be used.
    """
    parent = _parent(parts, patch)
    edits = EDITS.validate_json(parts.blobs.get(asked.edits))
    folder = await parts.staging.folder(parent.tree)
    subtype = await asyncio.to_thread(_fitting, folder, edits, patch.proposed.subtype)
    parents = [parts.state.dag[node].commit for node in parent.parents]
    report = await try_patch(parts, parents, parent.commit, None, edits, subtype)
    if report.patched is None:
        raise PatchRefused(report.problem)
    if report.patched.tree == patch.proposed.tree:
        raise PatchRefused(f"it is what {asked.patch} does already")
    return _proposal(parts, patch, edits, subtype), report.patched


def _fitting(folder: Path, edits: Sequence[Edit], subtype: SubType) -> SubType:
    files = {path: read_plain(folder, path, FILE_LIMIT_BYTES) for path in list_plain(folder)}
    return fitting(files, edits, subtype)


def _proposal(parts: Parts, patch: Patch, edits: tuple[Edit, ...], subtype: SubType) -> Proposal:
    proposal = Proposal.model_validate_json(parts.blobs.get(patch.proposed.proposal))
    kind = {"subtype": subtype, "layer": subtype.layer, "patch_class": subtype.patch_class}
    return proposal.model_copy(update={"edits": edits, **kind})


def _edited(
    parts: Parts, patch: Patch, asked: ev.EditAsked, proposal: Proposal, patched: Patched
) -> list[ev.AnyEvent]:
    fresh = proposed(parts, _parent(parts, patch), patch.proposed.session, proposal, patched)
    edited = fresh.model_copy(update={"edit_of": asked.patch, "by": asked.by})
    return [edited, ev.ApprovalAsked(patch=edited.patch)]


def _parent(parts: Parts, patch: Patch) -> ev.ParentChosen:
    parent = parts.state.iterations[patch.proposed.iteration].parent
    assert parent is not None
    return parent


def _misfit(error: ValidationError) -> str:
    first = error.errors()[0]
    place, *inside = first["loc"] or (0,)
    where = ".".join(str(part) for part in inside if part not in {"replace", "write", "delete"})
    return (
        f"edit {int(place) + 1} cannot be read{f', at {where}' if where else ''}: {first['msg']}; "
        "expected {op: replace, path, old, new}, {op: write, path, text} or {op: delete, path}"
    )
