"""Tries a patch before anything is spent on it: it applies, fits its words, leaks nothing, imports."""

from collections.abc import Sequence
from pathlib import PurePosixPath

from saddle_engine.agents.briefs import CheckReport
from saddle_engine.errors import PatchRefused
from saddle_engine.harness.manifest import read_manifest
from saddle_engine.stages.parts import Parts
from saddle_engine.types.base import Commit
from saddle_engine.types.boxes import BoxKind, BoxSpec, Mount
from saddle_engine.types.patch import Edit, Patched
from saddle_engine.types.taxonomy import Phase, SubType

CHECK_S = 60.0
SAID_CHARS = 600


async def try_patch(
    parts: Parts,
    parents: Sequence[Commit],
    base: Commit,
    phase: Phase,
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
    """A patch that names a task of this run solves that task, not its kind."""
    added = [line for line in patched.diff.splitlines() if line.startswith("+")]
    text = "\n".join(added)
    named = next((task for task in parts.tasks if task in text), None)
    return f"the patch names the task {named}; say it without naming tasks" if named else ""


async def _import(parts: Parts, patched: Patched) -> str:
    """Run the harness's own check command where candidate code may run: in the check box."""
    folder = await parts.staging.folder(patched.tree)
    command = read_manifest(folder).check
    if not command:
        return ""
    spec = BoxSpec(
        kind=BoxKind.CHECK,
        name=f"c-{patched.tree[:12]}",
        image=parts.check_image,
        workdir="/box",
        mounts=(Mount(source=folder, target=PurePosixPath("/harness")),),
    )
    async with parts.boxes.open(spec) as box:
        done = await box.exec(
            command,
            cwd="/harness",
            env={"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"},
            timeout_s=CHECK_S,
            limit_bytes=20_000,
        )
    if done.timed_out:
        return f"the patched harness did not load within {CHECK_S:g} s"
    said = done.stderr.decode(errors="replace").strip()[-SAID_CHARS:]
    return f"the patched harness does not load: {said}" if done.exit_code else ""
