"""What changed between the seed and the best harness."""

from collections.abc import Iterator

from saddle_tui.reporting.document import (
    Block,
    Foreign,
    Line,
    Ref,
    Section,
    Table,
    Text,
    note,
    says,
)
from saddle_tui.reporting.facts.changes import Change
from saddle_tui.reporting.facts.everything import Facts
from saddle_tui.reporting.words import kind, left_out, many, percent, points

MOST_ROWS, MOST_FILES, MOST_LETTERS = 60, 4, 300


def changes(facts: Facts, parts: set[str]) -> Section:
    """One table; `parts` are the ids of what can be linked to."""
    return Section("changes", "What changed", list(_blocks(facts, parts)))


def _blocks(facts: Facts, parts: set[str]) -> Iterator[Block]:
    found = facts.changes
    if not found:
        yield says("Nothing: the seed is the best harness there is.")
        return
    yield says(
        f"From the seed to {facts.head.best_node}: {many(len(found), 'patch', 'patches')}, the first one first."
    )
    head = ("patch", "node", "sub-type", "title", "why", "files", "dev")
    yield Table(
        head, [_row(each, parts) for each in found[-MOST_ROWS:]], frozenset({6}),
        left_out=left_out(len(found) - MOST_ROWS, "earlier patch", "earlier patches"),
    )  # fmt: skip
    if any(each.apart for each in found):
        yield note("+ marks what came in where two nodes were joined: not all of it need be there.")
    yield note(
        "Dev is that of the node, in brackets the points more than its parent. Each was kept because it scored: one such step alone is mostly noise."
    )


def _row(each: Change, parts: set[str]) -> Line:
    id_ = Ref(each.patch) if f"patch-{each.patch}" in parts else each.patch
    mark = " +" if each.apart else ""
    return (
        id_, f"{each.node}{mark}", kind(each.subtype), Foreign(each.title[:MOST_LETTERS]),
        Foreign(each.cause[:MOST_LETTERS] or "-"), _files(each), f"{percent(each.after)} ({points(each.after - each.before)})",
    )  # fmt: skip


def _files(each: Change) -> Text:
    pieces: list[str] = []
    for path, added, gone in each.files[:MOST_FILES]:
        pieces += [", "] * bool(pieces) + [Foreign(path), f" (+{added} -{gone})"]
    more = len(each.files) - MOST_FILES
    return (*pieces, f" and {more} more") if more > 0 else tuple(pieces) or ("-",)
