"""Which kinds of patches were written, and what became of them."""

from collections import Counter
from dataclasses import dataclass

from saddle_engine.patches import Patch
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.taxonomy import PatchClass, SubType
from saddle_engine.types.wilson import Interval, wilson
from saddle_tui.reporting.material import Material

PUBLISHED = {
    SubType.NEW_TOOL: 0.83,
    SubType.LOOP_CHANGE: 0.71,
    SubType.INFRASTRUCTURE_CHANGE: 0.67,
}
"""Shares of proposed patches that were admitted, of those kinds that the AutoSaddler paper tells (arXiv 2608.23041)."""
PUBLISHED_CAPABILITY = 0.658
"""The paper's share of capability patches, on GAIA2."""
PUBLISHED_RATES = {PatchClass.CAPABILITY: (0.55, 0.08), PatchClass.STEERING: (0.58, 0.17)}
"""Of the paper: which share of failing tasks a class fixes, and of passing ones it breaks."""
DECIDED = {PatchStatus.DECLINED, PatchStatus.ADMITTED}
"""The mini-batch or the dev gate has spoken: these alone count into acceptance."""


@dataclass(frozen=True)
class Kind:
    """One sub-type."""

    subtype: str
    layer: str
    patch_class: str
    proposed: int
    decided: int
    """Of which the search has tried whether they help."""
    admitted: int
    interval: Interval
    """Of admitted among decided, 95 %."""
    published: float | None


@dataclass(frozen=True)
class Rates:
    """What a class of patches did to the tasks of its mini-batches."""

    patch_class: str
    checked: int
    """Patches."""
    failing: int
    """Tasks that the parents did not pass."""
    fixed: int
    passing: int
    regressed: int
    published: tuple[float, float]
    """Shares that were fixed and that regressed."""


@dataclass(frozen=True)
class Mix:
    """All of them."""

    kinds: tuple[Kind, ...]
    """Those that were proposed, in the order of the taxonomy."""
    statuses: dict[str, int]
    layers: dict[str, int]
    classes: dict[str, int]
    rates: tuple[Rates, ...]
    """Of classes that were checked."""


def mix(material: Material) -> Mix:
    """From all patches; an operator's version counts as a patch of its own."""
    patches = list(material.view.state.patches.values())
    kinds = []
    for subtype in SubType:
        own = [patch for patch in patches if patch.proposed.subtype is subtype]
        if not own:
            continue
        decided = [patch for patch in own if patch.status in DECIDED]
        admitted = sum(patch.status is PatchStatus.ADMITTED for patch in own)
        kinds.append(
            Kind(
                subtype.value, subtype.layer.value, subtype.patch_class.value, len(own),
                len(decided), admitted, wilson(admitted, len(decided)), PUBLISHED.get(subtype),
            )
        )  # fmt: skip
    return Mix(
        tuple(kinds),
        dict(Counter(patch.status.value for patch in patches)),
        dict(Counter(patch.proposed.layer.value for patch in patches)),
        dict(Counter(patch.proposed.patch_class.value for patch in patches)),
        tuple(rates for each in PatchClass if (rates := _rates(patches, each)).checked),
    )


def _rates(patches: list[Patch], patch_class: PatchClass) -> Rates:
    own = [
        each.buckets
        for each in patches
        if each.buckets is not None and each.proposed.patch_class is patch_class
    ]
    fixed, regressed = (
        sum(len(getattr(each, of)) for each in own) for of in ("fixed", "regressed")
    )
    failing = fixed + sum(len(each.still_failing) for each in own)
    passing = regressed + sum(len(each.still_passing) for each in own)
    return Rates(
        patch_class.value, len(own), failing, fixed, passing, regressed, PUBLISHED_RATES[patch_class]
    )  # fmt: skip
