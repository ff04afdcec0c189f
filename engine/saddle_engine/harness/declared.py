"""Whether a change is what its author says it is, and may be made now."""

from saddle_engine.errors import PatchRefused
from saddle_engine.harness.observed import Observed
from saddle_engine.types.taxonomy import PatchClass, SubType


def check_phase(subtype: SubType, allowed: PatchClass | None) -> None:
    """Refuse a class that the phase does not allow; None allows both.

    Raises:
        PatchRefused: it is not allowed.
    """
    if allowed is not None and subtype.patch_class is not allowed:
        raise PatchRefused(
            f"{subtype} is a {subtype.patch_class} patch, not allowed in this phase; "
            f"expected a {allowed} patch: {_kinds(allowed)}"
        )


def check_declared(subtype: SubType, observed: Observed) -> None:
    """Refuse a change whose layer or class is not that of its declared sub-type.

    Raises:
        PatchRefused: they differ; names the file that shows it.
    """
    if observed.layer is not subtype.layer:
        path = (*observed.code, *observed.text)[0]
        raise PatchRefused(
            f"declared as {subtype}, which belongs to the {subtype.layer} layer, "
            f"but {path!r} belongs to the {observed.layer} layer"
        )
    match observed.patch_class, subtype.patch_class:
        case PatchClass.CAPABILITY, PatchClass.STEERING:
            raise PatchRefused(
                f"declared as {subtype}, a steering patch, but {observed.code[0]!r} changes code, "
                "not only words for the model"
            )
        case PatchClass.STEERING, PatchClass.CAPABILITY:
            raise PatchRefused(
                f"declared as {subtype}, a capability patch, but {observed.text[0]!r} changes "
                "words for the model only, no code"
            )
        case _:
            return


def _kinds(patch_class: PatchClass) -> str:
    return ", ".join(kind for kind in SubType if kind.patch_class is patch_class)
