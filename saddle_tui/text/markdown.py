"""Foreign text in Markdown that others will see: it reads as it was written, and nothing of it acts.

No markup, HTML, link, image or formula comes of it, and on the sites where such pages are shown it calls
nobody, names no issue and closes none.
"""

import re
from collections.abc import Iterable, Sequence

from saddle_tui.text.apart import apart
from saddle_tui.text.safe import clean

_MARKUP = re.compile(r"([\\`*_{}\[\]<>|~$&!#])")


def md(text: object) -> str:
    """One line of plain text, to stand behind words of ours: never at the beginning of a line."""
    return _MARKUP.sub(r"\\\1", apart(clean(" ".join(str(text).split()))))


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Lines of a table; cells hold Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return [f"| {' | '.join(line)} |" for line in lines]
