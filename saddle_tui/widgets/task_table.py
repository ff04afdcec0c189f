"""Tasks that every harness solves, that none solves, and that one and the same harness now solves and now not."""

from collections.abc import Hashable, Sequence

from saddle_engine.types.rollout import Split
from saddle_tui.tally import Solved
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import fit
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.words import labelled, not_yet, sentence

SPLITS = (Split.DEV, Split.TRAIN)
KINDS = {
    "never": "$text-error",
    "noisy": "$text-warning",
    "always": "$text-success",
    "changed": "",
}
MEANING = {
    "never": "no harness solves it",
    "noisy": "one harness both solved it and did not",
    "always": "every harness solves it",
    "changed": "some harnesses solve it",
}


def title(view: View) -> SafeText:
    """How many there are."""
    tried = sum(len(view.tally.solved[split]) for split in SPLITS)
    mark = "  simulated" if view.simulated else ""
    return clean(f"Tasks  {tried} tried on dev and train{mark}")


def key(view: View) -> Hashable:
    """Changes with every score."""
    return view.tally.changes, view.status


def tasks(view: View, width: int, rows: int) -> list[Line]:
    """A paragraph for each split and kind."""
    if not any(view.tally.solved[split] for split in SPLITS):
        return sentence(not_yet(view, "no task has been tried yet: the seed runs on dev"), width)
    lines: list[Line] = []
    room = max((rows - 2) // (len(SPLITS) * len(KINDS)), 1)
    for split in SPLITS:
        solved = view.tally.solved[split]
        if solved:
            lines.append([(fit(f"{split}, {len(solved)} tasks", width), "bold")])
            for kind, style in KINDS.items():
                names = [task for task, each in solved.items() if kind_of(each) == kind]
                lines += _kind(kind, names, width, room, style)
    return lines


def kind_of(solved: Solved) -> str:
    """What to expect of a task."""
    if solved.noisy:
        return "noisy"
    if solved.passed in {0, solved.total}:
        return "always" if solved.passed else "never"
    return "changed"


def _kind(kind: str, names: Sequence[str], width: int, rows: int, style: str) -> list[Line]:
    if not names:
        return labelled(kind, f"none: {MEANING[kind]}", width, 1, "$text-muted")
    return labelled(kind, f"{len(names)}: {', '.join(names)}", width, rows, style)
