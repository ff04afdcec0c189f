"""Random EvoDAGs, as stories and as nodes alone."""

import random
from collections.abc import Sequence

from hypothesis import strategies as st

from saddle_engine.dag import Node
from saddle_engine.types.base import Commit, NodeId, Tree
from tests.tui.stories import Story

Choice = tuple[list[int], int]
"""Whose child a node is, and its dev mean in hundredths."""
CHOICES = st.lists(
    st.tuples(st.lists(st.integers(0, 99), min_size=1, max_size=3), st.integers(0, 100)),
    max_size=40,
)


def parents_of(number: int, drawn: Sequence[int]) -> tuple[NodeId, ...]:
    """Different ones among the nodes before; the newer a node, the more often it is one."""
    found = dict.fromkeys(max(number - 1 - each % (number + 3), 0) for each in drawn)
    return tuple(NodeId(f"n{each}") for each in found)


def nodes(choices: Sequence[Choice]) -> list[Node]:
    """The seed and a node for each choice."""
    found = [_node(0, (), 0.5)]
    for number, (drawn, dev) in enumerate(choices, 1):
        found.append(_node(number, parents_of(number, drawn), dev / 100))
    return found


def grown(choices: Sequence[Choice]) -> Story:
    """The same as a run."""
    story = Story().start().seed()
    for number, (drawn, dev) in enumerate(choices, 1):
        story.grow(dev / 100, *parents_of(number, drawn))
    return story


def many(count: int, merges: float = 0.12) -> list[Choice]:
    """Choices for so many nodes, always the same."""
    chance = random.Random(7)
    found: list[Choice] = []
    for _ in range(count):
        wanted = 1 + (chance.random() < merges) + (chance.random() < merges / 4)
        drawn = [int(chance.paretovariate(0.7)) - 1 for _ in range(wanted)]
        found.append((drawn, chance.randrange(100)))
    return found


def _node(number: int, parents: tuple[NodeId, ...], dev: float) -> Node:
    return Node(
        NodeId(f"n{number}"), None, parents, Commit(f"{number:040x}"), Tree(f"{number:040x}"), dev
    )
