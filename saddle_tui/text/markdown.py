"""Foreign text in Markdown that others will see: it reads as it was written, and nothing of it acts.

No markup, HTML, link, image or formula comes of it, and on the sites where such pages are shown it calls
nobody, names no issue and closes none.
"""

import re
from collections.abc import Iterable, Sequence

from saddle_tui.text.safe import clean

_MARKUP = re.compile(r"([\\`*_{}\[\]<>|~$&!#])")
_CALLS = (
    (re.compile(r"(?<=\w)@(?=\w)"), " at "),  # an address
    (re.compile(r"@(?=\S)"), "@ "),  # somebody
    (re.compile(r"([#!])(?=\d)"), r"\1 "),  # an issue, a merge request
    (re.compile(r"\b(gh)-(?=\d)", re.IGNORECASE), r"\1 - "),
    (re.compile(r"/(?=/)"), "/ "),
    (re.compile(r"\b(www)(?=\.)", re.IGNORECASE), r"\1 "),
)
"""What sites make links of, whatever the markup around it; a space is the least that prevents it."""


def md(text: object) -> str:
    """One line of plain text, to stand behind words of ours: never at the beginning of a line."""
    plain = clean(" ".join(str(text).split()))
    for pattern, apart in _CALLS:
        plain = type(plain)(pattern.sub(apart, plain))
    return _MARKUP.sub(r"\\\1", plain)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Lines of a table; cells hold Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return [f"| {' | '.join(line)} |" for line in lines]
