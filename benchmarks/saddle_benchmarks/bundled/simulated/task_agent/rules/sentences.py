"""Free text as statements: quoted, reported, undecided and waived things are left out."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

QUOTATION = re.compile(r"\"[^\"\n]*\"|“[^”\n]*”|«[^»\n]*»")
SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"“`'(\d-])|\n+\s*(?:[-*•]|\d+[.)])?\s*")
PART = re.compile(r"[:;]\s+|\s+[–—]\s+")
IDIOMS = re.compile(r"to be exact\b|think twice|first of all|after all\b|on second thought")

REPORTED = re.compile(
    r"earlier version|previous(?:ly| version)|used to\b|no longer|in the past|\bonce said\b"
    r"|\b(?:wrote|said|says|claims?|claimed|asked|thought|believed|complained)\b(?= that|:|,| *$)"
    r"|has been (?:removed|dropped|withdrawn)|some people"
)
UNDECIDED = re.compile(
    r"\bwhether\b(?! or not)|under discussion|not (?:yet )?(?:been )?(?:decided|settled)|unspecified"
    r"|may or may not|\bundecided\b|\bperhaps\b|\bmaybe\b|\bunclear\b"
)
WAIVED = re.compile(
    r"\bneed(?:s)? not\b|\bneedn't\b|(?:do|does)(?: not|n't) (?:have|need) to\b"
    r"|\bno (?:need|point|reason)\b|\bnot (?:necessary|required|needed|obliged|important|mandatory)\b"
    r"|\b(?:un|in)necessary\b|\boptional|\bor not\b|whichever|\bas you like|\bif you like|\bsufficient\b"
    r"|\bare (?:acceptable|fine)\b|\bwill do\b|\bnot worth|\bfree to\b|\bunwanted\b|\bpointless\b"
)
ON_REQUEST = re.compile(
    r"\b(?:if|when|where) (?:the|a|an|your|its) (?:task|user|instruction|request)\w*"
    r"(?: \w+)? (?:ask|say|want|require|demand|call)"
)
DESCRIPTIVE = re.compile(
    r"^(?:the|this|a|an|its|another|some|many|most|other)\b(?: \S+){0,3}? "
    r"(?:tool|function|manual|setting|documentation|command|link|button|channel|team|clerk)\b"
    r"|^(?:some|many|most|another|other)\b(?! (?:care|work|attention))"
    r"|^the (?!agent\b|assistant\b|model\b|result|last|final|answer)\w+(?: \w+){0,2} "
    r"(?:will|would|can|could|did|does|has|had)\b(?! to\b)"
)
NEGATIONS = re.compile(
    r"\b(?:not|never|no|nor|neither|none|nothing|without|avoid|refrain|skip|omit|stop(?= \w+ing)|until|unless"
    r"|instead of|rather than|cannot)\b|n't\b|\bun(?=verified|checked|tested|confirmed|rounded)"
)
REFUSALS = re.compile(
    r"\b(?:is|are|be) (?:strictly |not )?(?:forbidden|prohibited|banned|disallowed|unacceptable)\b"
    r"|\b(?:is|are) not (?:allowed|permitted|acceptable)\b|\b(?:is|are) (?:wrong|an error)\b"
)

LONGEST = 600
"""Characters of a sentence that are read."""


@dataclass(frozen=True)
class Statement:
    """One part of a sentence that says something."""

    text: str
    around: str
    """The whole sentence and the one before it, where things may be named."""
    directive: bool
    """False when the sentence only describes a thing or what others do."""

    def says(self, act: re.Pattern[str]) -> bool | None:
        """True when the act is asked for, False when it is ruled out, None when it is not named."""
        found = act.search(self.text)
        if found is None:
            return None
        ahead = len(NEGATIONS.findall(self.text[: found.start()]))
        inside = bool(re.match(r"un(?=verified|checked|tested|confirmed)", found[0]))
        refused = len(REFUSALS.findall(self.text))
        return (ahead + inside + refused) % 2 == 0


def statements(text: str) -> Iterator[Statement]:
    """All statements of a text, lower case."""
    before = ""
    for sentence in SENTENCE.split(QUOTATION.sub(" ", text)):
        said = IDIOMS.sub(" ", " ".join(sentence[:LONGEST].lower().replace("’", "'").split()))
        if said and not _disowned(said):
            parts = PART.split(said)
            for part in (p for p in parts if not p.endswith("?") and not ON_REQUEST.search(p)):
                yield Statement(part, f"{before} {said}", not DESCRIPTIVE.search(said))
        before = said


def _disowned(sentence: str) -> bool:
    return any(kind.search(sentence) for kind in (REPORTED, UNDECIDED, WAIVED))
