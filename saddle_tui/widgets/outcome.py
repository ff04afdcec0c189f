"""What came of a patch: its mini-batch, its dev gate, its shadow, its lessons."""

from collections.abc import Iterator

from saddle_engine.events import ShadowChecked
from saddle_engine.patches import Patch
from saddle_engine.types.steering import Buckets
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.words import MUTED, labelled

BUCKETS = {
    "fixed": "✓ fixed",
    "regressed": "✗ broke",
    "still_failing": "  fails",
    "still_passing": "  passes",
}
STYLES = {"fixed": "$text-success", "regressed": "$text-error"}


def measured(view: View, patch: Patch, width: int) -> Iterator[Line]:
    """Its scores and buckets; nothing while there are none."""
    mark = " (simulated)" if view.simulated else ""
    if patch.before is not None and patch.after is not None:
        better = "better" if patch.after > patch.before else "not better"
        scores = f"{patch.before:.2f} -> {patch.after:.2f}{mark}, {better}"
        yield from labelled("batch", scores, width, 2)
    if patch.buckets is not None:
        yield from buckets_lines(patch.buckets, width)
    if patch.shadow is not None:
        scores = f"{patch.shadow.before:.2f} -> {patch.shadow.after:.2f}"
        yield from labelled("shadow", f"{scores}, {worth(patch.shadow)}{mark}", width, 2)
        yield from buckets_lines(patch.shadow.buckets, width)
    if patch.dev is not None:
        yield from labelled("dev", f"{patch.dev:.3f}{mark}{_node(view, patch)}", width, 1)


def learned(view: View, patch: Patch, width: int) -> Iterator[Line]:
    """Lessons, with the worth of those of an operator."""
    mark = " (simulated)" if view.simulated else ""
    for lesson in view.recent.lessons.get(patch.proposed.patch, ()):
        gain = (
            "" if lesson.worth is None else f", worth {lesson.worth:+.2f} on the mini-batch{mark}"
        )
        said = f"{lesson.verdict}: {lesson.text} ({lesson.source}{gain})"
        yield from labelled("lesson", said, width, 4)


def remarks(view: View, patch: Patch, width: int) -> Iterator[Line]:
    """Operators' comments."""
    for said in view.state.wishes.comments.get(patch.proposed.patch, ()):
        yield from labelled("comment", f"{said.by}: {said.text}", width, 6)


def worth(shadow: ShadowChecked) -> str:
    """What a veto was worth: `the veto cost +0.33`."""
    gain = shadow.after - shadow.before
    if gain == 0:
        return "the veto cost nothing"
    return f"the veto {'cost' if gain > 0 else 'spared'} {gain:+.2f}"


def _node(view: View, patch: Patch) -> str:
    if patch.node is None:
        return ""
    parent = view.state.dag[patch.proposed.parents[0]].dev
    gain = f" {patch.dev - parent:+.3f}" if patch.dev is not None else ""
    return f"{gain} against {patch.proposed.parents[0]}, node {patch.node}"


def buckets_lines(buckets: Buckets, width: int) -> Iterator[Line]:
    """Which tasks went over to the other side, and which did not."""
    for name, tasks in buckets.model_dump().items():
        if tasks:
            said = f"{len(tasks)}: {', '.join(tasks)}"
            yield from labelled(BUCKETS[name], said, width, 2, STYLES.get(name, MUTED))
