"""What whoever reads nothing else should know."""

from collections.abc import Iterator

from saddle_tui.reporting.document import (
    Block,
    Foreign,
    Paragraph,
    Section,
    Terms,
    Tiles,
    note,
    says,
    warning,
)
from saddle_tui.reporting.facts.everything import Facts
from saddle_tui.reporting.facts.head import Head
from saddle_tui.reporting.facts.standing import LUCKIEST, Standing
from saddle_tui.reporting.words import (
    between,
    chance,
    dollars,
    gap,
    hours,
    many,
    moment,
    of,
    percent,
    points,
    short,
)

SIMULATED = "A model of this run is simulated: its numbers show that the machinery works, and say nothing of any real model."
MOST_TITLES = 6
UNSANDBOXED = "Harness code ran without a sandbox, as the user's own processes."


def lead(facts: Facts) -> Section:
    """In a few numbers and sentences."""
    return Section("summary", "Summary", list(_blocks(facts)))


def _blocks(facts: Facts) -> Iterator[Block]:
    yield from map(_lead, _headline(facts))
    yield from _made_of(facts)
    yield Tiles(list(_tiles(facts)))
    yield from _stands(facts)
    yield Terms(list(_terms(facts.head)))


def _lead(text: tuple[str, ...]) -> Paragraph:
    return Paragraph(text, "lead")


def _headline(facts: Facts) -> Iterator[tuple[str, ...]]:
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


def _tiles(facts: Facts) -> Iterator[tuple[str, str, str]]:
    head = facts.head
    for standing in reversed(facts.standings):
        new = standing.rows[-1]
        old = (
            f"; seed {percent(standing.rows[0].share)}"
            if len(standing.rows) > 1 and head.kind == "search"
            else ""
        )
        yield f"{standing.split} Pass@1", percent(new.share), f"95% {between(new.interval)}{old}"
    if head.kind == "search":
        admitted = facts.mix.statuses.get("admitted", 0)
        yield (
            "patches admitted",
            of(admitted, head.patches) if head.patches else "0",
            many(head.iterations, "iteration"),
        )
    yield "rollouts", f"{head.rollouts:,}", many(head.sessions, "agent session")
    free = facts.spending.free and head.simulated
    yield (
        "spent",
        f"{dollars(head.usd)} USD",
        f"{short(head.tokens)} tokens{', models are free' if free else ''}",
    )


def _stands(facts: Facts) -> Iterator[Block]:
    head = facts.head
    if not head.over:
        yield warning(
            f"The run is not over ({head.status}): everything here is so far, and may change."
        )
    if head.status == "aborted":
        tested = head.kind == "eval" or any(each.split == "test" for each in facts.standings)
        missing = "" if tested else "it has no test, and will never have one; "
        yield warning(f"The run was aborted: {missing}what stands here is as far as it came.")
    if head.error:
        yield warning("The last engine failed: ", Foreign(head.error))
    if head.sandbox == "none":
        yield note(UNSANDBOXED)


def _terms(head: Head) -> Iterator[tuple[str, tuple[str, ...] | str]]:
    yield "run", (Foreign(head.name), f" ({head.run})")
    yield "status", head.status
    yield "policy", Foreign(head.policy)
    yield "harness", Foreign(head.harness)
    yield (
        "models",
        tuple(
            piece
            for at, (role, name) in enumerate(head.models.items())
            for piece in (", " * (at > 0) + role + ": ", Foreign(name or "not told"))
        )
        or "not told",
    )
    yield "sandbox", Foreign(head.sandbox)
    yield "tasks", ", ".join(f"{count} {split}" for split, count in head.tasks.items()) or "none"
    yield "began", moment(head.began_at)
    yield "worked", f"{hours(head.worked_s)}, pauses left out"
    yield "newest record", f"{moment(head.last_at)}, number {head.records:,}"
    if head.forked_from:
        yield "forked from", Foreign(head.forked_from)
