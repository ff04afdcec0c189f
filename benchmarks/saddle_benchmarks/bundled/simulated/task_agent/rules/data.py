"""The rules: which act must be asked for (or ruled out), and what else must be named."""

import re
from dataclasses import dataclass


def _any(*words: str) -> re.Pattern[str]:
    return re.compile("|".join(rf"\b(?:{word})" for word in words))


@dataclass(frozen=True)
class Wording:
    """One way to state a rule."""

    act: re.Pattern[str]
    beside: tuple[re.Pattern[str], ...] = ()
    """Each must be in the statement, in its sentence, or in the sentence before."""
    within: tuple[re.Pattern[str], ...] = ()
    """Each must be in the statement itself."""
    bars: re.Pattern[str] | None = None
    """Must not be in the statement."""
    ruled_out: bool = False
    """The rule forbids the act."""
    describes: bool = False
    """The rule is a fact, which descriptions may state."""


CHECK = _any(
    r"(?:re-?)?(?:verif|check(?!s)|confirm|validat|inspect|review|examin)", "double-check", "test(?!s)",
    "look(?:ed|ing)? (?:over|through)", "sanity", r"make (?:\w+ )?sure", "ensure", "satisfied yourself",
    "un(?:verified|checked|tested|confirmed)", "prove", "proofread", "re-?compute", "re-?calculate",
    "compar(?!ed)", "read back",
)  # fmt: skip
RESULT = _any(
    "results?", "outputs?", "answers?", "work\\b", "what (?:you|it) (?:\\w+ )?(?:made|wrote|produced|did)",
    "files? (?:you|it) (?:\\w+ )?(?:made|wrote|written|produced)", "solution", "files? it has produced",
    "(?:files?|what|that) you (?:\\w+ )?wrote", "submitting it", "it is (?:right|correct)", "your figures?",
)  # fmt: skip
END = _any(
    "finish", "end(?:s|ing)?\\b", "submi", "stop(?:s|ping)?\\b", "done\\b", "wrap", "conclud", "return(?:ing)? it",
    "hand(?:ed|ing)? in", "last step", "complet(?:e|ing) the task", "clos(?:e|ing)\\b", "declare", "final step", "deliver",
)  # fmt: skip

NUMBER = _any(
    "numbers?", "figures?", "values?", "amounts?", "quantit", "numeric", "decimals?", "digits?",
    "totals?", "sums?", r"\d+\.\d+", "prices?",
)  # fmt: skip
NOT_A_VALUE = _any(
    "number of",
    "amount of (?!money)",
    "phone",
    "page numbers?",
    "serial",
    "the time",
    "corners?",
    "team\\b",
)
ROUND = _any(
    r"round(?:ed|ing|s)?\b(?! of|\()",
    "truncat",
    "approximat",
    "shorten",
    "drop(?:ping)? (?:the )?decimals",
)
EXACT = _any(
    "exact(?!ing)", "precise", "verbatim", "full (?:precision|accuracy)", "unrounded", "as they are",
    r"(?:all|every|each) (?:\w+ ){0,2}(?:digits?|decimals?)", "digit for digit", "to the (?:cent|last digit)", "unchanged",
)  # fmt: skip
WHOLE = _any(
    "whole (?:number|unit|value|amount|figure)", "(?:nearest|closest|next) (?:integer|whole|unit)", "integers?",
    "full units?", "no decimals?", "zero decimal", "without decimals?",
)  # fmt: skip
ROUND_TO = _any(
    r"round(?:ed|ing)?\b(?! of|\()", "(?:use|give|as) (?:\\w+ )?(?:a )?(?:whole numbers?|integers?)"
)
AS_WHOLE = re.compile(r"\b\d+\.\d+ (?:as|becomes|to) \d+\b(?!\.\d)")

READ_AGAIN = _any(
    "re-?read", "re-?visit", "re-?check", "go(?:ing)? back", "return to",
    r"(?:read|look|review|check|work|walk|go|going)\w*\b.* (?:again|once more|a second time|another time)",
    "(?:another|a second|a last) look", "once more",
)  # fmt: skip
INSTRUCTION = _any(
    "instructions?\\b", "task description", "request", "assignment", "prompt\\b", "what you were told",
    "the task\\b(?! ends)", "brief\\b", "task(?:'s)? text", "what (?:was|is) asked", "requirements?",
)  # fmt: skip
FULFIL = _any(
    "do (?:everything|any|the ones|what)",
    "complet",
    "carr(?:y|ied|ying)",
    "fulfil",
    "met\\b",
    "missing",
    "skipped",
)

RUN = _any(
    r"(?:re-?)?run(?:ning)?\b",
    "execut(?!able)",
    "launch",
    "start(?!ing from)",
    "invo[kc]",
    "repeat",
    "call",
)
AGAIN = _any(
    "twice",
    "(?:two|2) times",
    "(?:a )?second",
    "again\\b",
    "once more",
    "re-?run",
    "two runs",
    "repeat",
)
PROGRAM = _any("programs?\\b", "scripts?\\b", "command", "executables?")

EXPLAIN = _any(
    "expla(?:in(?!s)|nation)", "reasoning", "rationale", "thinking", "justif", "why\\b", "how you (?:arrived|got|came)",
)  # fmt: skip
INTO = _any(
    "in\\b", "into\\b", "includ", "contain", "add\\b", "append", "hold\\b", "along with", "without"
)
EVERY_FILE = _any(
    "(?:every|each|any|all|no) (?:\\w+ ){0,2}?files?\\b", "files? you (?:write|create|produce|save)",
    "(?:write|save|create|writing|saving) (?:a |any )?(?:files?|something)", "files are", "each one you write",
)  # fmt: skip
ELSEWHERE = _any(
    "to the user",
    "in your (?:reply|answer|last)",
    "last message",
    "nothing but",
    "explain to",
    "silently",
    "could not",
)


def _unit(word: str) -> tuple[Wording, ...]:
    """Ways to say that a size comes in a unit."""
    size = _any("sizes?", "large", "length", "big\\b")
    other = re.compile(
        r"\b(?:size|length)\w*\b.*\bin (?:pages|characters|lines|pixels|words|blocks|inches)"
    )
    attached = re.compile(
        rf"\bin {word}\b|\b(?:read|understood|taken|given|interpreted|reported|expressed) as {word}\b"
        rf"|\bit is {word}\b"
    )
    alone = re.compile(
        rf"\bhow many {word}\b|\b(?:size|length)\b.*\b(?:{word} count|number of {word})\b|\bunit\b.*\b{word}\b"
        rf"|\bsize\W*\([^)]*\b{word}\b[^)]*\)|^{word}\.?$"
    )
    return (
        Wording(attached, beside=(size,), bars=other, describes=True),
        Wording(
            alone,
            beside=(_any("sizes?", "large", "length", "files?", "unit"),),
            bars=other,
            describes=True,
        ),
    )


RULES: dict[str, tuple[Wording, ...]] = {
    "verify_result_before_finishing": (
        Wording(
            CHECK, within=(END,), beside=(RESULT,), bars=_any("after (?:you )?finish", "checks it")
        ),
    ),
    "keep_numbers_exact": (
        Wording(ROUND, beside=(NUMBER,), bars=NOT_A_VALUE, ruled_out=True),
        Wording(EXACT, within=(NUMBER,), bars=NOT_A_VALUE),
    ),
    "round_numbers_to_whole": (
        Wording(ROUND_TO, within=(WHOLE, NUMBER), bars=NOT_A_VALUE),
        Wording(ROUND_TO, within=(NUMBER,), beside=(WHOLE,), bars=NOT_A_VALUE),
        Wording(AS_WHOLE),
    ),
    "size_is_in_bytes": _unit("bytes?"),
    "size_is_in_kilobytes": _unit("(?:kilobytes?|kb|kib)"),
    "reread_instruction_before_finishing": (
        Wording(
            READ_AGAIN,
            within=(INSTRUCTION,),
            beside=(re.compile(f"{END.pattern}|{FULFIL.pattern}"),),
            bars=_any("after finishing", "leaflet", "lesson", "by the"),
        ),
    ),
    "run_every_program_twice": (
        Wording(
            RUN,
            within=(AGAIN,),
            beside=(PROGRAM,),
            bars=_any(
                "twice a", "fails? twice", "only (?:if|when)", "if it fail", "programs? runs"
            ),
        ),
    ),
    "explain_in_every_file": (
        Wording(EXPLAIN, within=(INTO,), beside=(EVERY_FILE,), bars=ELSEWHERE),
    ),
}
