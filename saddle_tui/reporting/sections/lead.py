"""What whoever reads nothing else should know."""

from collections.abc import Iterator

from saddle_tui.reporting.document import (
    Block,
    Foreign,
    Section,
    Terms,
    Tiles,
    note,
    warning,
)
from saddle_tui.reporting.facts.everything import Facts
from saddle_tui.reporting.facts.head import Head
from saddle_tui.reporting.sections.headline import headline
from saddle_tui.reporting.words import (
    between,
    dollars,
    hours,
    many,
    moment,
    of,
    percent,
    short,
)

SIMULATED = "A model of this run is simulated: its numbers show that the machinery works, and say nothing of any real model."
UNSANDBOXED = "Harness code ran without a sandbox, as the user's own processes."


def lead(facts: Facts) -> Section:
    """In a few numbers and sentences."""
    return Section("summary", "Summary", list(_blocks(facts)))


def _blocks(facts: Facts) -> Iterator[Block]:
    yield from headline(facts)
    yield Tiles(list(_tiles(facts)))
    yield from _stands(facts)
    yield Terms(list(_terms(facts.head)))


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
