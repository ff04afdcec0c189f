"""What it takes to do it again."""

from collections.abc import Iterator

from saddle_tui.reporting.document import (
    Block,
    Fold,
    Foreign,
    Line,
    Section,
    Table,
    Terms,
    note,
)
from saddle_tui.reporting.facts.everything import Facts
from saddle_tui.reporting.words import left_out, many

MOST_PROMPTS, MOST_SETTINGS, MOST_LETTERS = 20, 300, 400


def origin(facts: Facts) -> Section:
    """Versions, seeds, digests, settings."""
    return Section("origin", "To do it again", list(_blocks(facts)), measured=False)


def _blocks(facts: Facts) -> Iterator[Block]:
    found = facts.origin
    yield Terms(
        [
            ("saddle-tui", Foreign(found.version)),
            ("random seed", str(found.seed)),
            ("tasks", f"sha256 {found.benchmark}"),
            ("configuration", f"sha256 {found.config_digest}"),
            *(
                (f"harness {name}", f"commit {commit}, tree {tree}")
                for name, commit, tree in found.harnesses
            ),
        ]
    )
    if found.prompts:
        rows: list[Line] = [
            (agent, digest, str(count)) for agent, digest, count in found.prompts[:MOST_PROMPTS]
        ]
        left = left_out(len(found.prompts) - MOST_PROMPTS, "more prompt")
        yield Table(
            ("agent", "sha256 of its system prompt", "sessions"),
            rows,
            frozenset({2}),
            left_out=left,
        )
    if found.config:
        settings: list[Line] = [
            (Foreign(key[:MOST_LETTERS]), Foreign(value[:MOST_LETTERS]))
            for key, value in found.config[:MOST_SETTINGS]
        ]
        left = left_out(len(found.config) - MOST_SETTINGS, "more setting")
        table = Table(("setting", "value"), settings, left_out=left)
        yield Fold(
            "settings", (f"The configuration, {many(len(found.config), 'setting')}",), [table]
        )
        yield note(
            "Without secrets, and of paths only the last name. The whole of it is in the run's folder."
        )
