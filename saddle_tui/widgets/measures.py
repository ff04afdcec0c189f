"""How a patch did on its mini-batch and on dev, and how sure that is."""

from collections.abc import Iterator

from saddle_engine.patches import Patch
from saddle_engine.types.rollout import Split
from saddle_engine.types.wilson import wilson
from saddle_tui.marks import against, mark
from saddle_tui.pairs import mini_batch
from saddle_tui.view import View


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
