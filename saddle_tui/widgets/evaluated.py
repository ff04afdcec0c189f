"""What an evaluation has come to so far, in place of nodes and their scores."""

from saddle_engine.state import RunState
from saddle_tui.evaluation.results import Results, compared, results_of
from saddle_tui.keymap import key_of
from saddle_tui.text.width import fit
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.words import MUTED, labelled, not_yet, sentence

NAME, LEAST = 20, 8  # columns
INTERVAL = 8  # columns that it takes beyond its heading
FIELDS = f"{'Pass@1':>7}{'passed':>9}  95%"


def no_search(width: int) -> list[Line]:
    """What panes say that only a search fills."""
    rollouts, scores = key_of("rollouts"), key_of("scores")
    return sentence(
        "an evaluation has no search: no nodes, no patches; "
        f"{rollouts} shows its rollouts, {scores} its scores",
        width,
    )


def evaluated(view: View, width: int, rows: int) -> list[Line]:
    """One line for each harness, then how they compare."""
    results = results_of(view.state)
    if not any(each.attempts for each in results):
        return sentence(not_yet(view, "no attempt is finished yet"), width)
    name = max(min(NAME, width - len(FIELDS) - 10), LEAST)
    head = f"{'':<{name}}{FIELDS}"
    if width < name + len(FIELDS) + INTERVAL:  # no room for intervals
        head = head.removesuffix("95%").rstrip()
    lines: list[Line] = [[(fit(head, width), MUTED)]]
    lines += [_harness(each, name, width) for each in results]
    if len(results) > 1 and all(each.attempts for each in results):
        paired = compared(*results)
        words = f"better on {paired.better}, worse on {paired.worse}, same on {paired.same} tasks"
        chance = f"chance alone does that much in {paired.p:.0%}"
        lines += [[], *labelled("paired", f"{words}; {chance} (sign test)", width)]
    return lines[: max(rows, 1)]


def _harness(results: Results, name: int, width: int) -> Line:
    if results.pass_at_1 is None:
        return [(fit(f"{results.name[:name]:<{name}}{'-':>7}", width), "")]
    passes = round(sum(results.shares[task] * len(own) for task, own in results.tasks.items()))
    low, high = results.interval
    said = f"{results.name[: name - 1]:<{name}}{results.pass_at_1:>7.1%}"
    said += f"{f'{passes}/{len(results.attempts)}':>9}"
    if width >= name + len(FIELDS) + INTERVAL:
        said += f"  {low:.0%} to {high:.0%}"
    return [(fit(said, width), "")]


def in_short(state: RunState) -> str:
    """For the bar: Pass@1 of each harness so far."""
    shares = [
        f"{fit(each.name, NAME)} {each.pass_at_1:.1%}"
        for each in results_of(state)
        if each.pass_at_1 is not None
    ]
    return f"Pass@1 {', '.join(shares)}" if shares else "no attempt yet"
