"""What can be decided on a patch with a key: each is written down by the clerk, and told in a sentence."""

from typing import Literal

from saddle_engine.types.base import PatchId
from saddle_runs.decisions import Choice, Chose, Commented, Undone, moved
from saddle_runs.triage import Triage as Store
from saddle_tui.deciding.clerk import Word
from saddle_tui.triage.said import told


def choose(patch: PatchId, choice: Choice, reason: str = "") -> Word:
    """Take it home, leave it out, or neither."""

    def word(store: Store, by: str) -> str:
        store.say(Chose(patch=patch, choice=choice, reason=reason), by)
        chosen = store.decisions().chosen
        match choice:
            case Choice.CHOSEN:
                return f"{patch} is chosen: {chosen.index(patch) + 1} of {len(chosen)}"
            case Choice.LEFT:
                return f"{patch} is left out"
            case Choice.OPEN:
                return f"{patch} is open again; {len(chosen) or 'none'} chosen"

    return word


def move(patch: PatchId, how: Literal["up", "down"]) -> Word:
    """To another place among the chosen ones."""

    def word(store: Store, by: str) -> str:
        decisions = store.decisions()
        if patch not in decisions.chosen:
            return f"{patch} is not chosen, so it has no place"
        said = moved(decisions, patch, how)
        if said is None:
            return f"{patch} is the {'first' if how == 'up' else 'last'} one already"
        store.say(said, by)
        return f"the order is {', '.join(store.decisions().chosen)}"

    return word


def remark(patch: PatchId, text: str) -> Word:
    """Say something about it."""

    def word(store: Store, by: str) -> str:
        store.say(Commented(patch=patch, text=text), by)
        return f"{patch} has your comment"

    return word


def take_back(store: Store, by: str) -> str:
    """The last word of this person."""
    last = store.decisions().last(by)
    if last is None:
        return "you have decided nothing that could be taken back"
    store.say(Undone(seq=last.seq), by)
    return f"taken back: {told(last)}"
