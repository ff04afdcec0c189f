"""A patch as it is judged: what it wants, why, what came of it, and its diff."""

from collections.abc import Hashable, Iterator

from saddle_engine.state import Patch
from saddle_engine.types.patch import PatchStatus, Proposal
from saddle_tui.text.glyphs import HELD, NODE, RUNNING, WRONG, Sign
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import fit
from saddle_tui.trace.patch_text import PatchText
from saddle_tui.view import View
from saddle_tui.widgets.diff import diff_lines
from saddle_tui.widgets.evaluated import NO_SEARCH
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.words import MUTED, labelled, not_yet, sentence

COMING = {PatchStatus.PROPOSED, PatchStatus.CHECKING, PatchStatus.GATING}


def title(view: View) -> SafeText:
    """Which patch, and how it stands."""
    if view.patch is None:
        return clean("Patch")
    patch = view.state.patches[view.patch]
    sign = _sign(patch.status)
    return clean(f"Patch  {view.patch}  {sign.glyph} {patch.status}")


def key(view: View) -> Hashable:
    """Changes with everything that this pane shows."""
    status = view.state.patches[view.patch].status if view.patch else view.status
    return view.patch, view.patch_text, status, view.recent.shape


def patch(view: View, width: int, rows: int) -> list[Line]:
    """At most `rows` lines; ask for more to read on."""
    if view.state.evaluation:
        return sentence(NO_SEARCH, width)
    if view.patch is None:
        return sentence(
            not_yet(view, "no patch yet: diagnosis writes one after a mini-batch"), width
        )
    lines: list[Line] = []
    for line in _lines(view, view.state.patches[view.patch], width):
        lines.append(line)
        if len(lines) >= rows:
            break
    return lines


def _lines(view: View, patch: Patch, width: int) -> Iterator[Line]:
    proposed, text = patch.proposed, view.patch_text
    kind = f"{proposed.layer} / {proposed.subtype.replace('_', ' ')} / {proposed.patch_class}"
    yield from sentence(proposed.title, width, "bold")
    yield [(fit(f"{kind}, on {' + '.join(proposed.parents)}", width), "$text-primary")]
    yield from _verdicts(view, patch, width)
    if text is None or text.patch != proposed.patch:
        yield from sentence(f"reading {proposed.patch} ...", width)
        return
    if text.trouble is not None:
        yield from sentence(text.trouble, width, "$text-error")
        return
    if text.proposal is not None:
        yield from _reasons(text.proposal, width)
    yield []
    yield from _diff(patch, text, width)


def _verdicts(view: View, patch: Patch, width: int) -> Iterator[Line]:
    mark = " (simulated)" if view.simulated else ""
    if patch.status is PatchStatus.HELD:
        yield from labelled("held", "waits for you: approve or veto it", width, 2, HELD.style)
    if patch.reason:
        yield from labelled(str(patch.status), patch.reason, width, 4, "$text-warning")
    if patch.before is not None and patch.after is not None:
        better = "better" if patch.after > patch.before else "not better"
        scores = f"{patch.before:.2f} -> {patch.after:.2f}{mark}, {better}"
        yield from labelled("batch", scores, width, 2)
    if patch.dev is not None:
        node = f", node {patch.node}" if patch.node else ""
        yield from labelled("dev", f"{patch.dev:.3f}{mark}{node}", width, 1)
    if patch.buckets is not None:
        for name, tasks in patch.buckets.model_dump().items():
            if tasks:
                said = f"{len(tasks)}: {', '.join(tasks)}"
                yield from labelled(BUCKETS[name], said, width, 2, STYLES.get(name, MUTED))


BUCKETS = {
    "fixed": "✓ fixed",
    "regressed": "✗ broke",
    "still_failing": "  fails",
    "still_passing": "  passes",
}
STYLES = {"fixed": "$text-success", "regressed": "$text-error"}


def _reasons(proposal: Proposal, width: int) -> Iterator[Line]:
    for number, cause in enumerate(proposal.causes):
        yield from labelled("cause" if number == 0 else "or", cause, width, 6)
    for cause in proposal.rejected:
        yield from labelled("not", cause, width, 4, MUTED)
    expected = ", ".join(proposal.expected_flips) or "no task"
    yield from labelled("predicts", f"{expected} to pass", width, 3)
    yield from labelled("risk", proposal.risk or "none named", width, 4)
    for number, each in enumerate(proposal.evidence):
        steps = f"{each.rollout} steps {each.first_step}-{each.last_step}"
        said = f"{steps}: {each.note}" if each.note else steps
        yield from labelled("evidence" if number == 0 else "", said, width, 2)


def _diff(patch: Patch, text: PatchText, width: int) -> Iterator[Line]:
    if not text.diff:
        why = "no diff: it did not become a commit"
        yield from sentence(
            why if patch.proposed.diff is None else "its diff cannot be read", width
        )
        return
    yield from diff_lines(text.diff, width)
    if text.left_out:
        yield from sentence(f"… {text.left_out:,} more lines", width)


def _sign(status: PatchStatus) -> Sign:
    if status is PatchStatus.HELD:
        return HELD
    if status is PatchStatus.ADMITTED:
        return NODE
    return RUNNING if status in COMING else WRONG
