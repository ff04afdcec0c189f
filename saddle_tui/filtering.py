"""One language to find rows with: words, `~o failed`, `& | !` and parentheses."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TypeVar

Row = Mapping[str, str]
"""What there is to find in a row, by the name of the field; hostile text."""
Matches = Callable[[Row], bool]
Id = TypeVar("Id", bound=str)

FIELDS = {
    "o": "outcome",
    "n": "node",
    "t": "task",
    "k": "kind",
    "s": "subject",
    "p": "patch",
    "i": "iteration",
}
"""By the letter behind `~`."""
WHOLE = frozenset({"node", "subject", "patch", "iteration"})
"""Fields that are matched as a whole: n3 is not n30."""
HELP = "words ~o outcome ~n node ~p patch ~t task ~i iteration ~k kind ~s id & | ! ( )"
"""Has room in 80 columns."""
DEEPEST = 20
"""Parentheses within parentheses."""

_TOKEN = re.compile(r'\s*(?:(~\S?)|([()&|!])|"([^"]*)"|([^\s()&|!"]+)|(.))')


def parse(text: str) -> Matches | str:
    """What the rows must be like, or what is wrong with the text. An empty one matches everything."""
    try:
        parser = _Parser(_tokens(text.strip()))
        return parser.whole() if text.strip() else _everything
    except ValueError as error:
        return str(error)


@lru_cache(maxsize=32)
def matcher(text: str) -> Matches:
    """The same for a text that was checked before; everything matches one that is wrong."""
    found = parse(text)
    return _everything if isinstance(found, str) else found


def kept(text: str, ids: Iterable[Id], row: Callable[[Id], Row]) -> list[Id]:
    """Those of the rows that match."""
    matches = matcher(text) if text else _everything
    return [*ids] if matches is _everything else [each for each in ids if matches(row(each))]


class _Parser:
    """`|` binds loosest, then `&` or nothing between two terms, then `!`."""

    def __init__(self, tokens: Iterator[tuple[str, str]]) -> None:
        self._tokens = [*tokens, ("end", "")]
        self._at = 0
        self._depth = 0

    def whole(self) -> Matches:
        found = self._either()
        if self._next != ("end", ""):
            raise ValueError(f"{self._next[1]!r} stands alone; join terms with & or |")
        return found

    @property
    def _next(self) -> tuple[str, str]:
        return self._tokens[self._at]

    def _takes(self, sign: str) -> bool:
        found = self._next == ("sign", sign)
        self._at += found
        return found

    def _either(self) -> Matches:
        terms = [self._both()]
        while self._takes("|"):
            terms.append(self._both())
        return terms[0] if len(terms) == 1 else lambda row: any(term(row) for term in terms)

    def _both(self) -> Matches:
        terms = [self._one()]
        while self._takes("&") or (self._next[0] != "end" and self._next[1] not in "|)&"):
            terms.append(self._one())
        return terms[0] if len(terms) == 1 else lambda row: all(term(row) for term in terms)

    def _one(self) -> Matches:
        if self._depth > DEEPEST:
            raise ValueError(f"more than {DEEPEST} parentheses or ! within each other")
        if self._takes("!"):
            self._depth += 1
            term = self._one()
            self._depth -= 1
            return lambda row: not term(row)
        if self._takes("("):
            self._depth += 1
            inner = self._either()
            self._depth -= 1
            if not self._takes(")"):
                raise ValueError("a ( has no )")
            return inner
        return self._term()

    def _term(self) -> Matches:
        kind, text = self._next
        if kind in ("end", "sign"):
            raise ValueError(
                f"a word is missing {'at the end' if kind == 'end' else f'before {text}'}"
            )
        self._at += 1
        if kind == "word":
            return _anywhere(text.casefold())
        if text not in FIELDS:
            known = ", ".join(f"~{letter} {name}" for letter, name in FIELDS.items())
            raise ValueError(f"~{text} is no field; there are {known}")
        kind, word = self._next
        if kind != "word":
            raise ValueError(f"~{text} needs a word: ~{text} {FIELDS[text].upper()}")
        self._at += 1
        return _field(FIELDS[text], word.casefold())


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    for field, sign, quoted, word, wrong in _TOKEN.findall(text):
        if wrong:
            raise ValueError(f"{wrong} has no end; write it twice, or not at all")
        yield (
            ("field", field[1:]) if field else ("sign", sign) if sign else ("word", quoted or word)
        )


def _everything(row: Row) -> bool:
    return True


def _anywhere(word: str) -> Matches:
    return lambda row: any(word in text.casefold() for text in row.values())


def _field(name: str, word: str) -> Matches:
    if name in WHOLE:
        return lambda row: word == row.get(name, "").casefold()
    return lambda row: word in row.get(name, "").casefold()
