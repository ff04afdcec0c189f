"""Tries a patch before anything is spent on it: it applies, fits its words, leaks nothing, imports."""

from collections.abc import Sequence

from saddle_engine.agents.briefs import CheckReport
from saddle_engine.errors import PatchRefused
from saddle_engine.stages.leaks import named_task
from saddle_engine.stages.loading import why_not_loading
from saddle_engine.stages.parts import Parts
from saddle_engine.types.base import Commit
from saddle_engine.types.patch import Edit, Patched
from saddle_engine.types.taxonomy import Phase, SubType


async def try_patch(
    parts: Parts,
    parents: Sequence[Commit],
    base: Commit,
    phase: Phase | None,
    edits: Sequence[Edit],
    subtype: SubType,
) -> CheckReport:
    """What became of the edits; equal edits, equal report."""
    try:
        patched = await parts.store.apply(parents, base, edits, subtype, phase, f"{subtype}")
    except PatchRefused as refusal:
        return CheckReport(None, problem=str(refusal))
    problem = _leak(parts, patched) or await _import(parts, patched)
    return CheckReport(None if problem else patched, problem=problem)


def _leak(parts: Parts, patched: Patched) -> str:
    named = named_task(patched.diff, parts.tasks)
    return f"the patch names the task {named}; say it without naming tasks" if named else ""


async def _import(parts: Parts, patched: Patched) -> str:
    folder = await parts.staging.folder(patched.tree)
    why = await why_not_loading(parts.boxes, folder, patched.tree, parts.check_image)
    return f"the patched harness {why}" if why else ""
