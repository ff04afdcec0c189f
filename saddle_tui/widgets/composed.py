"""What the chosen patches give together."""

from collections.abc import Hashable

from saddle_engine.types.base import PatchId
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.view import View
from saddle_tui.widgets.evaluated import no_search
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.words import labelled, not_yet, sentence


def title(view: View) -> SafeText:
    """How many are chosen."""
    return clean(f"Together  {len(view.triage.chosen)} chosen")


def key(view: View) -> Hashable:
    """Changes with every decision."""
    return view.triage, view.patch, view.recent.shape, view.status


def composed(view: View, width: int, rows: int) -> list[Line]:
    """A paragraph for each, in their order."""
    if view.state.evaluation:
        return no_search(width)
    if not view.state.patches:
        return sentence(
            not_yet(view, "no patch yet: diagnosis writes one after a mini-batch"), width
        )
    if not view.triage.chosen:
        return sentence("no patch is chosen yet; Space chooses the one that is looked at", width)
    lines: list[Line] = []
    for number, id_ in enumerate(view.triage.chosen, 1):
        patch = view.state.patches[PatchId(id_)]
        lines += labelled(f"{number} {id_}", patch.proposed.title, width, 2)
    return lines
