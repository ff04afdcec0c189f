"""What the chosen patches give together: each on top of those before it, and where that does not go."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING

from saddle_engine.types.base import PatchId
from saddle_tui.keymap import key_of
from saddle_tui.text.glyphs import DONE, LEFT, NODE, RUNNING, WRONG, Sign
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import fit
from saddle_tui.trace.patch_text import TAB
from saddle_tui.view import View
from saddle_tui.widgets.evaluated import no_search
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.words import MUTED, labelled, not_yet, sentence

if TYPE_CHECKING:
    from saddle_tui.triage.composing import Composition, Conflict, Piece

MOST = 400
"""Lines of a file with a conflict."""
MARKS = {"<<<<<<<": "bold $text-warning", "|||||||": MUTED, "=======": "bold $text-warning",
         ">>>>>>>": "bold $text-warning"}  # fmt: skip


def title(view: View) -> SafeText:
    """How many are chosen, and whether they go together."""
    chosen = len(view.triage.chosen)
    if not chosen:
        return clean("Together")
    found = view.triage.composition
    clashes = len(view.triage.conflicts)
    if _later(view):
        return clean(f"Together  {chosen} chosen")
    if view.replay is not None:  # it only looks
        return clean(f"Together  {chosen} chosen  {clashes or 'no'} conflict{'s' * (clashes != 1)}")
    how = f"{clashes} {'conflict' if clashes == 1 else 'conflicts'}: {key_of('resolve')} resolves"
    if not clashes:
        how = f"go together: {key_of('export')} exports" if found is not None else "..."
    return clean(f"Together  {chosen} chosen  {how}")


def key(view: View) -> Hashable:
    """Changes with every decision."""
    return view.triage, view.patch, view.recent.shape, view.status


def composed(view: View, width: int, rows: int) -> list[Line]:
    """At most `rows` lines; ask for more to read on."""
    if view.state.evaluation:
        return no_search(width)
    if not view.state.patches:
        hope = "no patch yet: diagnosis writes one after a mini-batch"
        return sentence(not_yet(view, hope), width)
    if not view.triage.chosen:
        said = f"no patch is chosen yet; {key_of('choose')} chooses the one that is looked at"
        return sentence(said, width)
    if later := _later(view):
        said = f"{', '.join(later)} came later; {key_of('attach')} leads to what is chosen now"
        return sentence(said, width)
    lines: list[Line] = []
    for line in _lines(view, width):
        lines.append(line)
        if len(lines) >= rows:
            break
    return lines


def _later(view: View) -> list[PatchId]:
    """Chosen patches that a replay does not know of yet: what they come to would tell what came of them."""
    if view.replay is None:
        return []
    return [each for each in view.triage.chosen if each not in view.state.patches]


def _lines(view: View, width: int) -> Iterator[Line]:
    triage, found = view.triage, view.triage.composition
    pieces = {piece.patch: piece for piece in found.pieces} if found else {}
    for number, patch in enumerate(triage.chosen, 1):
        yield from _patch(view, number, patch, pieces.get(patch), width)
    if found is not None:
        yield []
        yield from _result(found, width)
        for conflict in found.conflicts:
            yield from _conflict(conflict, width)
    elif triage.together is not None and triage.together.words == triage.words:
        yield from labelled("", triage.together.trouble, width, 4, "$text-error")
    else:
        yield from sentence("putting them together ...", width)


def _patch(
    view: View, number: int, patch: PatchId, piece: Piece | None, width: int
) -> Iterator[Line]:
    known = view.state.patches.get(patch)
    title = known.proposed.title if known else "not in the run as it is shown"
    sign = _sign(view, piece)
    here = "›" if patch == view.patch else " "
    head = f"{number:>2} {here}{patch:<5} {sign.glyph} {sign.word}  {title}"
    yield [(fit(head, width), f"bold {sign.style}" if here == "›" else sign.style)]
    for said in piece.notes if piece else ():
        yield from labelled("", said, width, 3, MUTED)


def _sign(view: View, piece: Piece | None) -> Sign:
    if piece is None:
        waits = view.triage.composition is not None
        return (
            LEFT._replace(word="not tried: behind a conflict")
            if waits
            else RUNNING._replace(word="...")
        )
    if piece.conflicts:
        return WRONG._replace(word="conflicts")
    if piece.contained:
        return LEFT._replace(word="contained already")
    return DONE._replace(word="goes on top", style=NODE.style)


def _result(found: Composition, width: int) -> Iterator[Line]:
    """What has changed against the seed, and whether anybody has measured that."""
    seed, now = found.versions[found.seed], found.versions[found.result]
    files = sorted(path for path in {*seed, *now} if seed.get(path) != now.get(path))
    yield from labelled("changes", ", ".join(files) or "nothing", width, 4)
    if found.conflicts:
        return
    if found.node:
        yield from labelled("measured", f"together they are {found.node} of the run", width, 2)
    elif len(found.steps) > 1 or any(piece.grounds for piece in found.pieces):
        said = "nobody has measured them together: `saddle-tui eval` can, once they are exported"
        yield from labelled("measured", said, width, 3, "$text-warning")


def _conflict(conflict: Conflict, width: int) -> Iterator[Line]:
    """The file with both versions in it."""
    yield []
    yield [(fit(f"── {conflict.clash.path}: {conflict.clash.why}", width), "bold $text-primary")]
    lines = conflict.clash.text.decode("utf-8", "replace").split("\n")
    marked = [number for number, line in enumerate(lines) if line[:7] in MARKS]
    first, last = (max(marked[0] - 3, 0), marked[-1] + 4) if marked else (0, len(lines))
    for line in lines[first:last][:MOST]:
        yield [(fit(line.replace("\t", TAB), width), MARKS.get(line[:7], ""))]
