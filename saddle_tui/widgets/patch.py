"""A patch as it is judged: what it wants, why, what it would take, what came of it, and its diff."""

from collections.abc import Hashable, Iterator

from saddle_engine.patches import Patch
from saddle_engine.types.patch import PatchStatus
from saddle_tui.drawing.kept import kept
from saddle_tui.text.glyphs import HELD
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.trace.patch_text import PatchText
from saddle_tui.view import View
from saddle_tui.widgets.diff import hunk_head, hunk_lines, not_split
from saddle_tui.widgets.evaluated import no_search
from saddle_tui.widgets.fate import sign
from saddle_tui.widgets.going_on import going_on
from saddle_tui.widgets.outcome import learned, measured, remarks
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.patched import operators
from saddle_tui.widgets.reasons import changes, reasons
from saddle_tui.widgets.waiting import held_for
from saddle_tui.widgets.words import MUTED, labelled, not_yet, sentence


def title(view: View) -> SafeText:
    """Which patch, and how it stands."""
    if view.patch is None:
        return clean("Patch")
    patch = view.state.patches[view.patch]
    hunks = len(view.patch_text.hunks) if view.patch_text else 0
    where = f"  hunk {min(view.lens.hunk, hunks - 1) + 1} of {hunks}" if hunks > 1 else ""
    return clean(f"Patch  {view.patch}  {sign(patch).glyph} {word_of(patch)}{where}")


def key(view: View) -> Hashable:
    """Changes with everything that this pane shows."""
    patch = view.state.patches[view.patch] if view.patch else None
    stands = (patch.status, patch.aside, patch.shadow, patch.dev) if patch else view.status
    waits = held_for(view, view.patch) if view.patch else ""
    said = len(view.state.wishes.comments.get(view.patch, ())) if view.patch else 0
    edit = view.patch in view.state.wishes.edits
    looks = (view.lens.hunk, view.lens.split, edit, view.lens.room == "triage")
    return view.patch, view.patch_text, stands, waits, said, looks, view.recent.shape


def patch(view: View, width: int, rows: int) -> list[Line]:
    """At most `rows` lines; ask for more to read on."""
    if view.state.evaluation:
        return no_search(width)
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


def place_of_hunk(view: View, width: int) -> int:
    """The line where the hunk that is looked at begins."""
    if view.patch is None or view.patch_text is None:
        return 0
    head = len(list(_head(view, view.state.patches[view.patch], width)))
    said = len(not_split(width)) if view.lens.split else 0
    return head + said + sum(map(len, _hunks(view, view.patch_text, width)[: view.lens.hunk]))


def word_of(patch: Patch) -> str:
    """Its status in a word; `deferred` for one that waits while the search goes on."""
    if patch.aside and patch.status is PatchStatus.HELD:
        return "deferred"
    return "approved" if patch.due else str(patch.status)


def _lines(view: View, patch: Patch, width: int) -> Iterator[Line]:
    yield from _head(view, patch, width)
    yield from _diff(view, patch, width)


def _head(view: View, patch: Patch, width: int) -> Iterator[Line]:
    """In triage all but the change itself is evidence, and stands in a pane of its own."""
    proposed, text = patch.proposed, view.patch_text
    yield from sentence(proposed.title, width, "bold")
    triage = view.lens.room == "triage"
    if not triage or patch.status is PatchStatus.HELD:
        yield from _stands(view, patch, width)
    if text is None or text.patch != proposed.patch:
        yield from sentence(f"reading {proposed.patch} ...", width)
    else:
        yield from changes(text, width) if triage else reasons(patch, text, width)
    if not triage:
        yield from _came_of_it(view, patch, width)
    yield []


def _came_of_it(view: View, patch: Patch, width: int) -> Iterator[Line]:
    yield from measured(view, patch, width)
    yield from learned(view, patch, width)
    yield from operators(view, patch, width)
    yield from remarks(view, patch, width)


def _stands(view: View, patch: Patch, width: int) -> Iterator[Line]:
    proposed = patch.proposed
    if patch.status is PatchStatus.HELD:
        since = f"for {waits}: " if (waits := held_for(view, proposed.patch)) else ""
        alone = "the search goes on without it" if patch.aside else "its iteration waits for it"
        said = f"{since}{alone}; nothing is spent on it until somebody decides"
        yield from labelled("held", said, width, 2, HELD.style)
        yield from labelled("price", f"going on takes {going_on(view, patch)}", width, 3)
        if (refused := view.recent.edit_refused.get(proposed.patch)) is not None:
            said = f"the version of an operator was refused: {refused.reason}"
            yield from labelled("edit", said, width, 4, "$text-error")
        elif proposed.patch in view.state.wishes.edits:
            yield from labelled(
                "edit", "an operator's version of it is being checked", width, 1, HELD.style
            )
    elif patch.reason:
        yield from labelled(str(patch.status), patch.reason, width, 4, "$text-warning")
    if patch.status is PatchStatus.VETOED:
        yield from labelled("", "it is kept: undo brings it back", width, 1, MUTED)
    if patch.due:
        yield from labelled("approved", "the next iteration takes it up", width, 2)
    kind = f"{proposed.layer} / {proposed.subtype.replace('_', ' ')} / {proposed.patch_class}"
    of = f"on {' + '.join(proposed.parents)}, iteration {proposed.iteration}"
    yield from labelled("kind", f"{kind}, {of}", width, 2)
    yield from labelled("author", _author(patch), width, 2)


def _author(patch: Patch) -> str:
    proposed = patch.proposed
    who = proposed.by or f"the diagnosis agent ({proposed.session})"
    edit_of = f", as an edit of {proposed.edit_of}" if proposed.edit_of else ""
    edited = f"; edited as {patch.edited_as}" if patch.edited_as else ""
    return f"{who}{edit_of}{edited}"


def _diff(view: View, patch: Patch, width: int) -> Iterator[Line]:
    text = view.patch_text
    if text is None or text.patch != patch.proposed.patch or text.trouble is not None:
        return
    if not text.hunks:
        why = "no diff: it did not become a commit"
        yield from sentence(
            why if patch.proposed.diff is None else "its diff cannot be read", width
        )
        return
    if view.lens.split:
        yield from not_split(width)
    at = min(view.lens.hunk, len(text.hunks) - 1)
    for number, lines in enumerate(_hunks(view, text, width)):
        yield hunk_head(text.hunks, number, width, "▸") if number == at else lines[0]
        yield from lines[1:]
    if text.left_out:
        yield from sentence(f"… {text.left_out:,} more lines", width)


def _hunks(view: View, text: PatchText, width: int) -> list[list[Line]]:
    """The lines of each hunk; laid out once, for a long diff takes longer than a key may."""
    split = view.lens.split and not not_split(width)
    return kept(
        view.recent,
        ("diff", text.diff, width, split),
        lambda: [
            [*hunk_lines(text.hunks, number, width, split=split)]
            for number in range(len(text.hunks))
        ],
    )
