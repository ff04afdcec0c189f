"""The whole judgement on a patch before it becomes a commit."""

from collections.abc import Mapping, Sequence

from saddle_engine.errors import PatchRefused
from saddle_engine.harness.declared import check_declared, check_phase
from saddle_engine.harness.edits import apply_edits
from saddle_engine.harness.manifest import MANIFEST, parse_manifest
from saddle_engine.harness.observed import observe
from saddle_engine.types.patch import Edit
from saddle_engine.types.taxonomy import TAXONOMY, PatchClass, SubType

PLAINEST = (
    SubType.RULE_MODIFICATION,
    SubType.IMPLEMENTATION_FIX,
    SubType.DESCRIPTION_FIX,
    SubType.INFRASTRUCTURE_CHANGE,
    SubType.PRE_TOOL_HOOK,
)
"""The sub-type that says least, for every layer and class that have one."""


def patched(
    files: Mapping[str, bytes],
    edits: Sequence[Edit],
    subtype: SubType,
    allowed: PatchClass | None = None,
) -> dict[str, bytes]:
    """The files of a harness after a patch that may be made.

    Args:
        files: everything in the harness, its manifest included.
        edits: what to change.
        subtype: what the author says the patch is.
        allowed: the class of the phase; None allows both.

    Raises:
        PatchRefused: with the first reason why it may not.
    """
    if MANIFEST not in files:
        raise PatchRefused(f"the harness has no {MANIFEST}, so nothing in it may be changed")
    check_phase(subtype, allowed)
    after = apply_edits(files, edits)
    surfaces = parse_manifest(files[MANIFEST]).surfaces
    check_declared(subtype, observe(surfaces, files, after))
    return after


def fitting(files: Mapping[str, bytes], edits: Sequence[Edit], subtype: SubType) -> SubType:
    """The sub-type of a changed patch: `subtype` while its layer and class are still those observed.

    Raises:
        PatchRefused: the edits cannot be applied or observed.
    """
    if MANIFEST not in files:
        return subtype
    surfaces = parse_manifest(files[MANIFEST]).surfaces
    observed = observe(surfaces, files, apply_edits(files, edits))
    kind = (observed.layer, observed.patch_class)
    return next((each for each in (subtype, *PLAINEST) if TAXONOMY[each] == kind), subtype)
