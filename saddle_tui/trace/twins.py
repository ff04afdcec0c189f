"""Two short texts set side by side, line by line, and which words of them differ."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import takewhile
from typing import NamedTuple

from saddle_tui.text.safe import SafeText
from saddle_tui.trace.entry import Said

Marks = tuple[tuple[int, int], ...]
"""Where words differ: begin and end in characters."""
WORDS = re.compile(r"\w+|\s+|[^\w\s]")
MOST_WORDS = 400
"""Between what two lines share at both ends; more of them differ as a whole."""
ALIKE = 0.25
"""Of two lines that share less, no words are pointed at."""


class Twin(NamedTuple):
    """A line of the one side, a line of the other, or both."""

    left: Said | None
    right: Said | None
    marks: tuple[Marks, Marks] = ((), ())

    @property
    def equal(self) -> bool:
        """Both sides have it."""
        return self.left is not None and self.right is not None and self.left[:2] == self.right[:2]


def twins(left: Sequence[Said], right: Sequence[Said]) -> tuple[Twin, ...]:
    """Both sides whole and in order."""
    return tuple(_aligned(left, right, 2))


def _aligned(left: Sequence[Said], right: Sequence[Said], fields: int) -> Iterator[Twin]:
    """By tag and text; what is left over by tag alone; what is left then stands by itself."""
    one, two = ([said[:fields] for said in side] for side in (left, right))
    for kind, a, b, c, d in SequenceMatcher(None, one, two, autojunk=False).get_opcodes():
        if kind == "equal":
            yield from (_twin(*both) for both in zip(left[a:b], right[c:d], strict=True))
        elif kind == "replace" and fields > 1:
            yield from _aligned(left[a:b], right[c:d], 1)
        else:
            yield from (Twin(said, None) for said in left[a:b])
            yield from (Twin(None, said) for said in right[c:d])


def _twin(left: Said, right: Said) -> Twin:
    return Twin(left, right, marks(left.text, right.text))


def marks(left: SafeText, right: SafeText) -> tuple[Marks, Marks]:
    """Which words differ; none where the texts are equal, or have hardly a word in common."""
    one, two = WORDS.findall(left), WORDS.findall(right)
    if one == two:
        return (), ()
    head = _shared(one, two)
    tail = _shared(one[head:][::-1], two[head:][::-1])
    changed = _changed(one[head : len(one) - tail], two[head : len(two) - tail])
    odd = sum(b - a + d - c for a, b, c, d in changed)
    if odd > (1 - ALIKE) * (len(one) + len(two)):
        return (), ()
    return (
        _places(one, [(head + a, head + b) for a, b, _, _ in changed]),
        _places(two, [(head + c, head + d) for _, _, c, d in changed]),
    )


def _changed(one: Sequence[str], two: Sequence[str]) -> list[tuple[int, int, int, int]]:
    if max(len(one), len(two)) > MOST_WORDS:
        return [(0, len(one), 0, len(two))]
    matcher = SequenceMatcher(None, one, two, autojunk=False)
    return [each[1:] for each in matcher.get_opcodes() if each[0] != "equal"]


def _shared(one: Sequence[str], two: Sequence[str]) -> int:
    """Words at the beginning that both have."""
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(one, two, strict=False))
    return sum(1 for _ in alike)


def _places(words: Sequence[str], spans: Sequence[tuple[int, int]]) -> Marks:
    ends = [0]
    for word in words:
        ends.append(ends[-1] + len(word))
    return tuple((ends[begin], ends[end]) for begin, end in spans if end > begin)
