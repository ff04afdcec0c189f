"""What a patch is and what came of it, in short: for those who look at its node."""

from collections.abc import Iterator, Sequence

from saddle_engine.patches import Patch
from saddle_engine.types.patch import PatchStatus
from saddle_tui.keymap import key_of
from saddle_tui.text.safe import SafeText
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.words import MUTED, labelled

BUCKETS = (
    ("fixed", "✓ fixed", "$text-success"),
    ("regressed", "✗ broke", "$text-error"),
    ("still_failing", "fails", MUTED),
    ("still_passing", "passes", MUTED),
)
WORDS = {
    "approve": "approved",
    "veto": "vetoed",
    "defer": "deferred",
    "edit": "edited",
    "undo": "returned",
}
"""What an operator's command did to a patch."""
UNASKED = {
    PatchStatus.CHECKING,
    PatchStatus.GATING,
    PatchStatus.DECLINED,
    PatchStatus.ADMITTED,
}
"""Where a patch comes to without an operator, if it is not held."""
FILES = 4
"""Named one by one."""


def judged(view: View, patch: Patch, width: int) -> Iterator[Line]:
    """Mini-batch, shadow, and what operators did and said."""
    if patch.before is not None and patch.after is not None:
        better = "better" if patch.after > patch.before else "not better"
        mark = " (simulated)" if view.simulated else ""
        said = f"{patch.before:.2f} -> {patch.after:.2f}{mark}, {better}"
        yield from labelled("batch", said, width, 2)
    for name, label, style in BUCKETS:
        tasks = getattr(patch.buckets, name) if patch.buckets else ()
        if tasks:
            yield from labelled(label, f"{len(tasks)}: {', '.join(tasks)}", width, 2, style)
    if (shadow := patch.shadow) is not None:
        said = (
            f"{shadow.before:.2f} -> {shadow.after:.2f} on the mini-batch: what the veto kept out"
        )
        yield from labelled("shadow", said, width, 2)
    yield from _operators(view, patch, width)


def of_patch(view: View, patch: Patch, width: int) -> Iterator[Line]:
    """Kind, author, files and lessons."""
    proposed = patch.proposed
    said = f"{proposed.patch}  {proposed.layer} / {proposed.subtype.replace('_', ' ')} / "
    yield from labelled("patch", f"{said}{proposed.patch_class}", width, 2)
    yield from labelled("author", _author(patch), width, 2)
    yield from labelled("files", _files(view, patch), width, 3)
    for lesson in view.state.lessons.values():
        if lesson.patch == proposed.patch:
            worth = "" if lesson.worth is None else f", worth {lesson.worth:+.2f} on the mini-batch"
            said = f"{lesson.verdict}: {lesson.text} ({lesson.source}{worth})"
            yield from labelled("lesson", said, width, 3)
    for comment in view.state.wishes.comments.get(proposed.patch, ()):
        yield from labelled("comment", f"{comment.by}: {comment.text}", width, 3)


def _author(patch: Patch) -> str:
    proposed = patch.proposed
    if proposed.edit_of:
        return f"{proposed.by or 'operator'}, edited from {proposed.edit_of}"
    return f"{proposed.by or 'diagnosis agent'}, session {proposed.session}"


def _operators(view: View, patch: Patch, width: int) -> Iterator[Line]:
    unasked = patch.status in UNASKED
    for record in view.state.interventions:
        event = record.event
        if event.kind != "CommandAccepted" or event.verb not in WORDS:
            continue
        if event.about == patch.proposed.patch:
            why = f": {event.reason}" if event.reason else ""
            yield from labelled(WORDS[event.verb], f"by {event.actor}{why}", width, 3)
        # Journals of older versions do not say which patch was meant.
        unasked = unasked and event.about not in {"", patch.proposed.patch}
    if unasked:
        yield from labelled("approved", "by nobody: it was not held", width, 1, MUTED)


def _files(view: View, patch: Patch) -> str:
    text = view.patch_text
    if patch.proposed.diff is None:
        return "none: it did not become a commit"
    if text is None or text.patch != patch.proposed.patch:
        return "being read ..."
    if text.trouble is not None:
        return str(text.trouble)
    found = changed(text.diff)
    named = [f"{path} +{added} -{removed}" for path, added, removed in found[:FILES]]
    more = [f"{len(found) - FILES} more"] if len(found) > FILES else []
    return f"{', '.join(named + more)}; {key_of('drill')} shows the diff"


def changed(diff: Sequence[SafeText]) -> list[tuple[str, int, int]]:
    """Of a unified diff, each file with its added and removed lines."""
    found: list[list[str | int]] = []
    in_head = True
    for line in diff:
        if line.startswith("diff --git "):
            found.append([line.rpartition(" b/")[2], 0, 0])
            in_head = True
        elif line.startswith("@@"):
            in_head = False
        elif found and not in_head and line[:1] in ("+", "-"):
            at = 1 if line[0] == "+" else 2
            found[-1][at] = int(found[-1][at]) + 1
    return [(str(path), int(added), int(removed)) for path, added, removed in found]
