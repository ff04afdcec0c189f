"""What came of a run, in the first sentences of its report."""

from collections.abc import Iterator

from saddle_tui.reporting.document import Block, Foreign, Paragraph, says
from saddle_tui.reporting.facts.everything import Facts
from saddle_tui.reporting.facts.standing import LUCKIEST, Standing
from saddle_tui.reporting.words import between, chance, gap, many, of, percent, points

MOST_TITLES = 6


def headline(facts: Facts) -> Iterator[Block]:
    """The one comparison to quote, and what somebody would merge."""
    yield from (Paragraph(text, "lead") for text in _said(facts))
    yield from _made_of(facts)


def _said(facts: Facts) -> Iterator[tuple[str, ...]]:
    """The best measurement there is: test, else dev with a warning."""
    if not facts.standings:
        yield (f"There is no score{_yet(facts)}: nothing can be said about any harness.",)
        return
    standing = facts.standings[-1]
    if standing.paired is None:
        yield _alone(facts, standing)
        return
    yield _compared(facts, standing)
    if standing.chose:
        yield (_curse(facts),)


def _made_of(facts: Facts) -> Iterator[Block]:
    """What somebody would merge."""
    found = facts.changes
    titles: list[str] = []
    for each in found[-MOST_TITLES:]:
        titles += ["; "] * bool(titles) + [Foreign(each.title)]
    if titles:
        count = many(len(found), "patch", "patches")
        newest = f", the newest {MOST_TITLES} of them" if len(found) > MOST_TITLES else ""
        yield says(f"{facts.head.best_node} is the seed and {count}{newest}: ", *titles, ".")


def _alone(facts: Facts, standing: Standing) -> tuple[str, ...]:
    row, head = standing.rows[0], facts.head
    told = f"{of(row.passed, row.attempts)} attempts passed on {standing.split}"
    sure = f"{percent(row.share)}, 95% interval {between(row.interval)}"
    others = head.nodes - 1
    if head.kind == "search" and others > 0 and not facts.changes:
        who = f"none of {many(others, 'admitted node')} scores as high on dev"
        return (f"The seed is the best harness there is: {who}. Of the seed {told} ({sure}).",)
    why = "There is nothing to compare it with."
    if head.patches and not facts.changes:
        why = f"Of {many(head.patches, 'patch', 'patches')} none was admitted{'' if head.over else ' so far'}."
    return "Only ", Foreign(row.role), f" has scores: {told} ({sure}). {why}"


def _compared(facts: Facts, standing: Standing) -> tuple[str, ...]:
    old, new = standing.rows
    paired = standing.paired
    assert paired is not None
    simulated = ", simulated" if facts.head.simulated else ""
    who: tuple[str, ...] = (f"the best harness ({new.node})",) if new.node else (Foreign(new.role),)
    than: tuple[str, ...] = ("the seed",) if old.node else (Foreign(old.role),)
    so_far = "" if facts.head.over else ", so far,"
    first = (
        f"On {standing.split}{so_far} ",
        *who,
        f" passes {percent(new.share)} of attempts, ",
        *than,
    )
    gained = f"{points(paired.difference)} points, 95% interval {gap(paired.interval)}"
    worth = "" if standing.chose else _worth(standing.said, chance(paired.p))
    return (
        *first,
        f" {percent(old.share)} ({many(new.tasks, 'task')}{simulated}): {gained}.{worth}",
    )


def _worth(said: str, p: str) -> str:
    sure = p if p.startswith("<") else f"= {p}"
    return f" {said[0].upper()}{said[1:]} (sign test, p {sure})."


def _yet(facts: Facts) -> str:
    return "" if facts.head.over else " yet"


def _curse(facts: Facts) -> str:
    if facts.head.nodes < LUCKIEST:
        return f"There is no test{_yet(facts)}: dev chose the best node, so its score there flatters it."
    return (
        f"There is no test{_yet(facts)}. Dev has ranked {facts.head.nodes} nodes, and the best of so many noisy scores is partly the "
        "luckiest (the winner's curse): expect the test to come out lower."
    )
