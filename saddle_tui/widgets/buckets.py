"""What the patches did to their mini-batches: the four buckets, and what vetoes and hints were worth."""

from collections.abc import Hashable
from itertools import islice
from statistics import fmean

from saddle_engine.patches import Patch
from saddle_engine.types.taxonomy import PatchClass
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import fit
from saddle_tui.view import View
from saddle_tui.widgets.evaluated import no_search
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.words import MUTED, not_yet, sentence

BUCKETS = ("fixed", "regressed", "still_failing", "still_passing")
NAME_CELLS = 11
HEAD = f"{'':<11}{'fixed':>6}{'broke':>6}{'fails':>6}{'passes':>7}"


def title(view: View) -> SafeText:
    """How many were checked."""
    checked = sum(patch.buckets is not None for patch in view.state.patches.values())
    mark = "  simulated" if view.simulated else ""
    return clean(f"Buckets  {checked} of {len(view.state.patches)} patches checked{mark}")


def key(view: View) -> Hashable:
    """Changes with every verdict."""
    return view.recent.shape, len(view.state.lessons), view.status, view.selected


def buckets(view: View, width: int, rows: int) -> list[Line]:
    """Totals by class, what steering was worth, then the patches, the newest first."""
    if view.state.evaluation:
        return no_search(width)
    checked = [patch for patch in view.state.patches.values() if patch.buckets]
    if not checked:
        return sentence(not_yet(view, "no patch has been checked on its mini-batch yet"), width)
    lines: list[Line] = [[(fit(HEAD, width), MUTED)], _row("all", checked, width, "bold")]
    for class_ in PatchClass:
        own = [patch for patch in checked if patch.proposed.patch_class is class_]
        lines += [_row(class_.value, own, width)] if own else []
    lines += _worth(view, width)
    newest = islice(reversed(checked), max(rows - len(lines), 0))
    return [*lines, *(_row(patch.proposed.patch, [patch], width) for patch in newest)]


def _row(name: str, patches: list[Patch], width: int, style: str = "") -> Line:
    found = [patch.buckets for patch in patches if patch.buckets is not None]
    fixed, broke, failing, passing = (
        sum(len(getattr(each, bucket)) for each in found) for bucket in BUCKETS
    )
    return [
        (fit(f"{name:<{NAME_CELLS}}", width), style),
        (fit(f"{f'✓{fixed}':>6}", width - NAME_CELLS), "$text-success" if fixed else MUTED),
        (fit(f"{f'✗{broke}':>6}", width - NAME_CELLS - 6), "$text-error" if broke else MUTED),
        (fit(f"{failing:>6}{passing:>7}", width - NAME_CELLS - 12), style),
    ]


def _worth(view: View, width: int) -> list[Line]:
    """What the operator's words were worth, where it was measured."""
    lines: list[Line] = []
    shadows = [each.shadow for each in view.state.patches.values() if each.shadow and each.vetoed]
    if shadows:
        gain = fmean(each.after - each.before for each in shadows)
        patches = f"{len(shadows)} vetoed {'patch' if len(shadows) == 1 else 'patches'}"
        said = f"vetoes: {patches} ran in the shadow, {gain:+.2f} on average"
        lines += sentence(f"{said}: the vetoes {_cost(gain)}", width, "")
    for source in ("hint", "edit"):
        found = [each.worth for each in view.state.lessons.values() if each.source == source]
        worths = [worth for worth in found if worth is not None]
        if worths:
            lines += sentence(
                f"{source}s: {len(worths)} measured, {fmean(worths):+.2f} on average", width, ""
            )
    return lines


def _cost(gain: float) -> str:
    return (
        f"cost {gain:.2f}" if gain > 0 else f"spared {-gain:.2f}" if gain < 0 else "changed nothing"
    )
