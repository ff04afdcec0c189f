"""The node that is looked at, or the patch where it became none: where it comes from and what is known of it."""

from collections.abc import Hashable, Iterator

from saddle_engine.dag import Node
from saddle_engine.patches import Patch
from saddle_engine.types.base import NodeId, PatchId, Tree
from saddle_engine.types.money import dollars
from saddle_engine.types.rollout import Split
from saddle_tui.drawing.folding import leaves, lost_on
from saddle_tui.drawing.kin import lineage
from saddle_tui.drawing.rail import COMING
from saddle_tui.keymap import key_of
from saddle_tui.marks import against, mark
from saddle_tui.tested import score_of
from saddle_tui.text.glyphs import BEST
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.view import View
from saddle_tui.widgets.evaluated import no_search
from saddle_tui.widgets.fate import fate
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.patched import judged, of_patch
from saddle_tui.widgets.words import LABEL_CELLS, MUTED, labelled, not_yet, sentence

WAY_CELLS = 5
"""Of a node's name in a lineage, with its arrow."""


def title(view: View) -> SafeText:
    """Which one, and how it stands."""
    if (patch := _leaf(view)) is not None:
        return clean(f"Patch  {patch.proposed.patch}  {fate(view, patch)}")
    if view.node is None:
        return clean("Node")
    best = f"  {BEST.glyph} best" if view.node == view.best else ""
    pinned = "  pinned" if view.state.wishes.pinned == view.node else ""
    return clean(f"Node  {view.node}{best}{pinned}")


def key(view: View) -> Hashable:
    """Changes with everything that this pane shows."""
    state, ended = view.state, view.recent.ended[view.recent.batch or ""]
    counts = ended, view.tally.changes, len(state.lessons), len(state.interventions)
    comments = sum(map(len, state.wishes.comments.values()))
    return view.recent.shape, view.selected, view.shelf.version, view.lens.marked, counts, comments


def node(view: View, width: int, rows: int) -> list[Line]:
    """At most `rows` lines; ask for more to read on."""
    if view.state.evaluation:
        return no_search(width)
    if (patch := _leaf(view)) is not None:
        return _cut(_patch(view, patch, width), rows)
    if view.node is None:
        return sentence(not_yet(view, "no node yet: the seed runs on dev"), width)
    return _cut(_node(view, view.state.dag[view.node], width), rows)


def _cut(lines: Iterator[Line], rows: int) -> list[Line]:
    found: list[Line] = []
    for line in lines:
        if len(found) >= rows:
            break
        found.append(line)
    return found


def _leaf(view: View) -> Patch | None:
    """The selected patch, where it is no node."""
    patch = view.state.patches.get(PatchId(view.selected))
    return patch if patch is not None and patch.node is None else None


def _patch(view: View, patch: Patch, width: int) -> Iterator[Line]:
    proposed = patch.proposed
    yield from sentence(proposed.title, width, "bold")
    yield from labelled("stands", fate(view, patch), width, 2)
    if patch.reason:
        yield from labelled("why", patch.reason, width, 4, "$text-warning")
    yield from labelled("made for", " + ".join(proposed.parents), width, 1)
    yield from _way(view, proposed.parents[0], width)
    yield from judged(view, patch, width)
    yield from of_patch(view, patch, width)
    if proposed.tree is not None:
        yield from _cost(view, proposed.tree, width)


def _node(view: View, node: Node, width: int) -> Iterator[Line]:
    patch = view.state.patches.get(node.patch) if node.patch else None
    what = patch.proposed.title if patch else "the seed: the harness as it was given"
    yield from sentence(what, width, "bold")
    yield from _score(view, node, width)
    yield from _family(view, node, width)
    if patch is not None:
        yield from judged(view, patch, width)
        yield from of_patch(view, patch, width)
    yield from _cost(view, node.tree, width)


def _score(view: View, node: Node, width: int) -> Iterator[Line]:
    simulated = ", simulated" if view.simulated else ""
    said = f"{node.dev:.3f} on dev{simulated}"
    if (found := mark(view, Split.DEV, node.tree)).total:
        low, high = found.interval
        said += f"; {found.passed} of {found.total} pass, 95 % {low:.2f} to {high:.2f}"
    yield from labelled("score", said, width, 2)
    if node.parents:
        yield from labelled("gain", _gain(view, node, view.state.dag[node.parents[0]]), width, 2)
    if (tested := view.state.tested.get(node.id)) is not None:
        yield from labelled("test", f"{score_of(tested)}{simulated}", width, 1)


def _gain(view: View, node: Node, parent: Node) -> str:
    said = f"{node.dev - parent.dev:+.3f} over {parent.id}"
    paired = against(view, Split.DEV, node, parent)
    if not (count := paired.better + paired.worse + paired.same):
        return said
    low, high = paired.interval
    return (
        f"{said}; of {count} tasks {paired.better} fixed, {paired.worse} broke, "
        f"95 % {low:+.2f} to {high:+.2f}"
    )


def _family(view: View, node: Node, width: int) -> Iterator[Line]:
    yield from _way(view, node.id, width)
    if node.parents:
        main, *further = node.parents
        yield from labelled("parents", " + ".join([f"{main} (main)", *further]), width, 1)
    yield from labelled("children", _children(view, node), width, 3)


def _way(view: View, node: NodeId, width: int) -> Iterator[Line]:
    """The way from the seed; a long one begins with its last part."""
    way = lineage(view.state.dag, node)
    room = max((width - LABEL_CELLS) // (WAY_CELLS + 2), 2)
    cut = ["…", *way[1 - room :]] if len(way) > room else way
    yield from labelled("lineage", " ▸ ".join(cut), width, 1)


def _children(view: View, node: Node) -> str:
    state = view.state
    nodes = [
        f"{child} {BEST.glyph}" if child == view.best else child
        for child in state.dag.children(node.id)
    ]
    coming = [
        f"{patch.proposed.patch} {fate(view, patch)}"
        for patch in leaves(view, node.id)
        if patch.status in COMING
    ]
    lost = lost_on(view, node.id)
    rest = [f"{len(lost)} lost ({key_of('unfold')} lists them)"] if lost else []
    return "; ".join([", ".join(nodes), *coming, *rest]).lstrip("; ") or "none yet"


def _cost(view: View, tree: Tree, width: int) -> Iterator[Line]:
    tally, count = view.tally, view.tally.finished.get(tree, 0)
    if not count:
        yield from labelled("cost", "no rollout of it has ended yet", width, 1, MUTED)
        return
    cost, tokens = tally.cost.get(tree, 0), tally.tokens.get(tree, 0)
    said = f"{dollars(cost)}, {tokens:,} tokens, {count} {'rollout' if count == 1 else 'rollouts'}"
    free = " (a simulated model is free)" if not cost and view.simulated else ""
    yield from labelled("cost", f"{said}{free}", width, 2)
