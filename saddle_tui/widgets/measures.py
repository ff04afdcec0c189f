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
    """Of the node and its parent on dev, with intervals; nothing for a patch that is no node."""
    if patch.node is None:
        return
    node, parent = view.state.dag[patch.node], view.state.dag[patch.proposed.parents[0]]
    found = mark(view, Split.DEV, node.tree)
    low, high = found.interval
    sure = f"; {found.passed} of {found.total} pass, 95 % {low:.2f} to {high:.2f}"
    yield f"{node.dev:.3f}{sure if found.total else ''}"
    paired = against(view, Split.DEV, node, parent)
    said = f"{node.dev - parent.dev:+.3f} over {parent.id}"
    if count := paired.better + paired.worse + paired.same:
        low, high = paired.interval
        flips = f"of {count} tasks {paired.better} fixed, {paired.worse} broke"
        said += f"; {flips}, 95 % {low:+.2f} to {high:+.2f}"
    yield said
