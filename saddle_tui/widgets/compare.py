"""Two nodes side by side, on the tasks that both have run."""

from collections.abc import Hashable, Sequence

from saddle_engine.types.money import dollars
from saddle_engine.types.rollout import RolloutResult
from saddle_tui.comparing.sides import Side, sides
from saddle_tui.comparing.tasks import SPLITS, Common, Pair, common, pairs, passes, score
from saddle_tui.drawing.kept import kept
from saddle_tui.text.glyphs import DONE, LEFT, WRONG
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import fit, pad, width_of
from saddle_tui.view import View
from saddle_tui.widgets.evaluated import no_search
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.words import MUTED, labelled, sentence

SIGNS = {"fixed": DONE, "broke": WRONG, "same": LEFT}
LEAST_TASKS = 4
"""Lines that tasks have at least; what stands above them gives way."""
SIGN_CELLS, SIDE_CELLS, ROOMY = 7, 18, 66
"""Of the sign and word of a task; of one side, and the width from which it has so many."""
SPLIT_CELLS = 7
SEEN = 0.0005
"""A difference of means that three digits show."""


def title(view: View) -> SafeText:
    """Which two."""
    found = sides(view)
    if isinstance(found, str):
        return clean("Compare")
    runs = [side.state.run for side in found]
    mark = "  simulated" if any(run is not None and run.simulated for run in runs) else ""
    return clean(f"Compare  {found[0].name} with {found[1].name}{mark}")


def key(view: View) -> Hashable:
    """Changes whenever the comparison does."""
    lens, looked_at = view.lens, (view.lens.against, view.node, view.lens.task, view.lens.marked)
    return view.recent.shape, view.tally.changes, view.others.version, looked_at, lens.room


def order(view: View) -> Sequence[str]:
    """Ids of tasks as they are listed."""
    found = sides(view)
    return [] if isinstance(found, str) else [pair.task for pair in _pairs(view, *found)]


def compare(view: View, width: int, rows: int) -> list[Line]:
    """Both sides over all their common tasks, then task by task."""
    if view.state.evaluation:
        return no_search(width)
    found = sides(view)
    if isinstance(found, str):
        return sentence(found, width)
    all_ = _pairs(view, *found)
    table = _table_cells(all_, width)
    head = _head(*found, all_, table, width)
    if not all_:
        return [*head, *sentence("no task has a score by both of them", width)][:rows]
    room = max(rows - len(head) - 1, min(LEAST_TASKS, rows))
    head = head[: max(rows - room - 1, 0)]
    shown = _window(all_, view.lens.task, room)
    return [*head, [], *(_line(view, pair, table) for pair in shown)][:rows]


def _pairs(view: View, first: Side, second: Side) -> list[Pair]:
    stamp = view.tally.changes, view.others.version
    return kept(
        view.recent,
        ("compare", first.name, second.name, stamp),
        lambda: pairs(first, second),
    )


def _table_cells(all_: Sequence[Pair], width: int) -> int:
    """No wider than its tasks need: eyes lose the line over a gap."""
    task = max((width_of(clean(pair.task)) for pair in all_), default=0)
    return min(width, max(SIGN_CELLS + SPLIT_CELLS + task + 2 + 2 * SIDE_CELLS, ROOMY))


def _head(first: Side, second: Side, all_: Sequence[Pair], table: int, width: int) -> list[Line]:
    """Columns as below: what it is, then the one and the other."""
    lines = [_columns("", first.name, second.name, table, "bold")]
    for split in SPLITS:
        if (found := common(split, all_)) is not None:
            lines += _split(found, table, width)
    lines += _costs(first, second, table)
    if (one := first.state.run) and (two := second.state.run) and one.benchmark != two.benchmark:
        said = "the two runs have other tasks: those of one name may differ"
        lines += labelled("beware", said, width, 2, "$text-warning")
    return lines


def _split(found: Common, table: int, width: int) -> list[Line]:
    one, two = (_passed(found, at, table) for at in (0, 1))
    tasks = f"{found.tasks} {'task' if found.tasks == 1 else 'tasks'}"
    lines = [_columns(f"{found.split:<6}{tasks} pass", one, two, table)]
    if any(abs(found.means[at] - found.shares[at]) > SEEN for at in (0, 1)):
        before, after = found.means
        lines.append(_columns("      mean score", f"{before:.3f}", f"{after:.3f}", table))
    return lines + labelled("", _difference(found), width, 3, MUTED)


def _passed(found: Common, at: int, width: int) -> str:
    low, high = found.intervals[at]
    sure = f" {low:.2f}-{high:.2f}" if width >= ROOMY else ""
    return f"{found.passed[at]}/{found.attempts[at]}{sure}"


def _difference(found: Common) -> str:
    paired, (low, high) = found.paired, found.paired.interval
    return (
        f"{paired.difference:+.3f}, 95 % {low:+.2f} to {high:+.2f}: ✓ {paired.better} fixed  "
        f"✗ {paired.worse} broke  {paired.same} same; chance alone does that much in {paired.p:.0%}"
    )


def _costs(first: Side, second: Side, width: int) -> list[Line]:
    one, two = _cost(first), _cost(second)
    return [
        _columns(name, one[at], two[at], width)
        for at, name in enumerate(("USD a rollout", "tokens a rollout", "rollouts"))
    ]


def _cost(side: Side) -> tuple[str, str, str]:
    tree, tally = side.node.tree, side.tally
    count = tally.finished.get(tree, 0)
    if not count:
        return "-", "-", "0"
    cost, tokens = tally.cost.get(tree, 0) // count, tally.tokens.get(tree, 0) // count
    return dollars(cost), f"{tokens:,}", f"{count}"


def _columns(what: str, one: str, two: str, width: int, style: str = "", before: int = 0) -> Line:
    """What it is, then either side; `before` cells stand before it already."""
    cells = SIDE_CELLS if width >= ROOMY else SIDE_CELLS * 2 // 3
    said = f"{pad(what, width - before - 2 * cells)}{pad(one, cells - 1)} {fit(two, cells)}"
    return [(fit(said, width - before), style)]


def _window(all_: Sequence[Pair], task: str, rows: int) -> Sequence[Pair]:
    at = next((at for at, pair in enumerate(all_) if pair.task == task), 0)
    first = min(max(at - rows // 2, 0), max(len(all_) - rows, 0))
    return all_[first : first + rows]


def _line(view: View, pair: Pair, width: int) -> Line:
    sign, chosen = SIGNS[pair.change], pair.task == view.lens.task
    what = f"{'›' if chosen else ' '}{pair.split:<6}{pair.task}"
    style = "bold" if chosen else MUTED if sign is LEFT else ""
    both = _outcome(pair.before), _outcome(pair.after)
    row = _columns(what, *both, width, style, before=SIGN_CELLS)
    return [(clean(f"{sign.glyph} {pair.change:<5}"), sign.style), *row]


def _outcome(results: Sequence[RolloutResult]) -> str:
    if len(results) == 1:
        (only,) = results
        word = OUTCOME_WORDS.get(only.outcome.value, only.outcome.value)
        mean = score(results)
        return word if mean in {0.0, 1.0} else f"{word} {mean:.2f}"
    return f"{passes(results)} of {len(results)}"


OUTCOME_WORDS = {"passed": "✓ pass", "failed": "✗ fail", "timed_out": "✗ time"}
