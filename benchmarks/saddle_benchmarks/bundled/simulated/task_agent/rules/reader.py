"""Find the rules a text states."""

from collections.abc import Iterable
from functools import lru_cache

from saddle_benchmarks.bundled.simulated.task_agent.rules.data import RULES, Wording
from saddle_benchmarks.bundled.simulated.task_agent.rules.sentences import Statement, statements

LONGEST_TEXT = 60_000
"""Characters that are read of a text."""


@lru_cache(maxsize=512)
def stated(text: str) -> frozenset[str]:
    """Names of the rules that the text states."""
    said = tuple(statements(text[:LONGEST_TEXT]))
    return frozenset(name for name, wordings in RULES.items() if _holds(wordings, said))


def _holds(wordings: Iterable[Wording], said: tuple[Statement, ...]) -> bool:
    return any(_states(wording, statement) for wording in wordings for statement in said)


def _states(wording: Wording, statement: Statement) -> bool:
    """Whether a statement is this wording of a rule."""
    if not (statement.directive or wording.describes):
        return False
    if wording.bars and wording.bars.search(statement.text):
        return False
    named = all(concept.search(statement.text) for concept in wording.within) and all(
        concept.search(statement.around) for concept in wording.beside
    )
    return named and statement.says(wording.act) is (not wording.ruled_out)
