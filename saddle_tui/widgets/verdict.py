"""What became of a patch and why, in plain words: for people who were not there."""

from collections.abc import Iterator

from saddle_engine.patches import NO_GAIN, Patch
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.rollout import Split
from saddle_engine.types.steering import Buckets
from saddle_engine.types.wilson import wilson
from saddle_tui.marks import against, mark
from saddle_tui.pairs import mini_batch
from saddle_tui.view import View
from saddle_tui.widgets.fate import progress


def verdict(view: View, patch: Patch) -> str:
    """A sentence or two without a full stop at the end. Hostile text is possible."""
    match patch.status:
        case PatchStatus.DECLINED if patch.reason == NO_GAIN:
            return f"declined, because it was no better than its parent: {_gain(patch)}"
        case PatchStatus.DECLINED:
            return f"declined: {patch.reason}"
        case PatchStatus.REFUSED:
            return f"refused before anything was spent on it: {patch.reason}"
        case PatchStatus.VETOED:
            return f"vetoed: {patch.reason}{_in_the_shadow(patch)}"
        case PatchStatus.ADMITTED:
            return f"admitted as {patch.node}, because it was better: {_gain(patch)}"
        case PatchStatus.SUPERSEDED:
            return f"an operator's version took its place: {patch.edited_as or patch.reason}"
        case PatchStatus.HELD:
            return (
                "not decided: it waits for somebody's word, and nothing is spent on it until then"
            )
        case PatchStatus.PROPOSED:
            return "not decided: it was only just written"
        case PatchStatus.CHECKING if patch.due:
            return "not decided: it was approved, and the next iteration takes it up"
        case PatchStatus.CHECKING:
            return f"not decided: it is on its mini-batch{progress(view, patch)}"
        case PatchStatus.GATING:
            return f"not decided: better on its mini-batch, and now on dev{progress(view, patch)}"


def _gain(patch: Patch) -> str:
    """What it takes to go on, and how it did."""
    if patch.before is None or patch.after is None:
        return "its mini-batch is not on record"
    scores = f"{patch.after:.2f} on the same mini-batch, where the parent had {patch.before:.2f}"
    return f"{scores}{_flipped(patch.buckets)}"


def _flipped(buckets: Buckets | None) -> str:
    if buckets is None:
        return ""
    fixed, broke = len(buckets.fixed), len(buckets.regressed)
    if not fixed and not broke:
        return "; it changed no outcome"
    return f"; it fixed {fixed or 'none'} and broke {broke or 'none'}"


def _in_the_shadow(patch: Patch) -> str:
    if (shadow := patch.shadow) is None:
        return "; what it would have been worth was not measured"
    return f"; run all the same, it had {shadow.after:.2f} where its parent had {shadow.before:.2f}"


def batch_scores(view: View, patch: Patch) -> str:
    """Of parent and patch on the mini-batch, with intervals; empty while there is none."""
    sides: tuple[list[bool], list[bool]] = ([], [])
    for pair in mini_batch(view, patch.proposed.patch):
        both = [
            view.state.rollouts[id_].result if id_ else None for id_ in (pair.before, pair.after)
        ]
        if all(each is not None and each.score is not None for each in both):
            for side, result in zip(sides, both, strict=True):
                side.append(result is not None and result.outcome == "passed")
    if not sides[0]:
        return ""
    before, after = (_share(sum(side), len(side)) for side in sides)
    return f"parent {before}; patch {after}"


def _share(passed: int, total: int) -> str:
    low, high = wilson(passed, total)
    return f"{passed} of {total} pass, 95 % {low:.2f} to {high:.2f}"


def dev_scores(view: View, patch: Patch) -> Iterator[str]:
    """Of the patch and its parent on dev, with intervals; nothing while there are none."""
    tree = patch.proposed.tree
    if patch.dev is None or tree is None:
        return
    found = mark(view, Split.DEV, tree)
    low, high = found.interval
    sure = f"; {found.passed} of {found.total} pass, 95 % {low:.2f} to {high:.2f}"
    yield f"{patch.dev:.3f}{sure if found.total else ''}"
    dag, main = view.state.dag, patch.proposed.parents[0]
    if main not in dag:
        return
    said = f"{patch.dev - dag[main].dev:+.3f} over {main}, which had {dag[main].dev:.3f}"
    paired = against(view, Split.DEV, dag[patch.node], dag[main]) if patch.node else None
    if paired is not None and (count := paired.better + paired.worse + paired.same):
        low, high = paired.interval
        said += f"; of {count} tasks {paired.better} fixed, {paired.worse} broke, 95 % {low:+.2f} to {high:+.2f}"
    yield said
