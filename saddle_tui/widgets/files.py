"""The files that a session has touched: how often each was read and changed, and where."""

from collections import Counter
from collections.abc import Hashable

from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import fit, pad, width_of
from saddle_tui.trace.work import Work
from saddle_tui.view import View
from saddle_tui.widgets.diagnoses import no_agent
from saddle_tui.widgets.evaluated import no_search
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.words import MUTED, sentence

COUNTS = 14
SPANS = 6  # of one file
HARNESS = "harness/"


def title(view: View) -> SafeText:
    """How many there are."""
    work = view.work
    return clean(f"Files touched  {len(work.files) if work else ''}".rstrip())


def key(view: View) -> Hashable:
    """Changes with every read, and with the patch."""
    work = view.work
    reads = sum(each.reads for each in work.files.values()) if work else 0
    return view.session, work is None, reads, view.patch_text, view.status, len(view.state.sessions)


def files(view: View, width: int, rows: int) -> list[Line]:
    """Those that the patch changes first, then those that were read most."""
    if view.state.evaluation:
        return no_search(width)
    if view.session is None:
        return sentence(no_agent(view), width)
    if view.work is None:
        return sentence(f"reading {view.session} ...", width)
    writes = _writes(view)
    if not view.work.files and not writes:
        return sentence(f"{view.session} has read no file yet", width)
    paths = sorted({*view.work.files, *writes}, key=lambda path: _rank(view.work, writes, path))
    head = f"{'read':>5} {'changed':>7}  path, lines"
    shown = [_line(view.work, writes, path, width) for path in paths[: max(rows - 1, 1)]]
    return [[(fit(head, width), MUTED)], *shown]


def _writes(view: View) -> Counter[str]:
    """Edits of the session's patch by file; the files of a harness are staged below `harness/`."""
    text, patch = view.patch_text, view.state.patches.get(view.patch) if view.patch else None
    if text is None or text.proposal is None or patch is None or text.patch != view.patch:
        return Counter()
    if patch.proposed.session != view.session:
        return Counter()
    return Counter(f"{HARNESS}{edit.path}" for edit in text.proposal.edits)


def _rank(work: Work | None, writes: Counter[str], path: str) -> tuple[int, int, str]:
    reads = work.files[path].reads if work and path in work.files else 0
    return -writes[path], -reads, path


def _line(work: Work | None, writes: Counter[str], path: str, width: int) -> Line:
    touched = work.files.get(path) if work else None
    spans = touched.spans[-SPANS:] if touched else ()
    lines = ",".join(f"{first}-{last}" for first, last in spans)
    name = fit(path, max(width - COUNTS - 2, 0))
    changed = f"{writes[path]}x" if writes[path] else "-"
    return [
        (pad(f"{f'{touched.reads}x' if touched else '-':>5} {changed:>7}", COUNTS), MUTED),
        (fit(f" {name}", width - COUNTS), "bold" if writes[path] else ""),
        (fit(f"  {lines}", width - COUNTS - width_of(name) - 1), MUTED),
    ]
