"""What the best harness has that the seed has not: patch by patch, in the order of their admission."""

from dataclasses import dataclass

from saddle_engine.dag import EvoDag
from saddle_engine.types.base import NodeId
from saddle_tui.reporting.material import Material
from saddle_tui.trace.patch_text import PatchText


@dataclass(frozen=True)
class Change:
    """A patch that the best harness is made of. Title, cause and files are hostile."""

    patch: str
    node: str
    layer: str
    subtype: str
    title: str
    cause: str
    """The first that its proposal names; empty where none can be read."""
    files: tuple[tuple[str, int, int], ...]
    """Path, lines added, lines taken away."""
    before: float
    """Mean score of its main parent on dev, in [0,1]."""
    after: float
    apart: bool
    """It came in where two nodes were joined: not all of it need be there."""


def changes(material: Material) -> tuple[Change, ...]:
    """Nothing where the seed is the best."""
    state, best = material.view.state, material.view.best
    if best is None:
        return ()
    older, main = _ancestors(state.dag, best)
    found = []
    for node in state.dag:
        if node.id not in older or not node.parents or node.patch not in state.patches:
            continue
        proposed, text = state.patches[node.patch].proposed, material.texts.get(node.patch)
        found.append(
            Change(
                proposed.patch, node.id, proposed.layer.value, proposed.subtype.value, proposed.title,
                _cause(text), _files(text), state.dag[node.parents[0]].dev, node.dev, node.id not in main,
            )
        )  # fmt: skip
    return tuple(found)


def _ancestors(dag: EvoDag, best: NodeId) -> tuple[set[NodeId], set[NodeId]]:
    """Of a node, with itself: all of them, and those along main parents."""
    older, main = {best}, {best}
    for node in reversed(list(dag)):  # parents come before their children
        if node.id in older:
            older.update(node.parents)
        if node.id in main:
            main.update(node.parents[:1])
    return older, main


def _cause(text: PatchText | None) -> str:
    return next(iter(text.proposal.causes), "") if text and text.proposal else ""


def _files(text: PatchText | None) -> tuple[tuple[str, int, int], ...]:
    found: dict[str, list[int]] = {}
    for hunk in text.hunks if text else ():
        counts = found.setdefault(hunk.path, [0, 0])
        for at, sign in enumerate("+-"):
            counts[at] += sum(row.sign == sign for row in hunk.rows)
    return tuple((path, added, gone) for path, (added, gone) in found.items())
