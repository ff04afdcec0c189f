"""Words for the things that rules are about, as patterns."""

import re


def any_of(*words: str) -> re.Pattern[str]:
    """Any of the words, from its beginning on."""
    return re.compile("|".join(rf"\b(?:{word})" for word in words))


CHECK = any_of(
    r"(?:re-?)?(?:verif|check(?!s)|confirm|validat|inspect|review|examin)", "double-check", "test(?!s)",
    "look(?:ed|ing)? (?:over|through)", "sanity", r"make (?:\w+ )?sure", "ensure", "satisfied yourself",
    "un(?:verified|checked|tested|confirmed)", "prove", "proofread", "re-?compute", "re-?calculate",
    "compar(?!ed)", "read back",
)  # fmt: skip
RESULT = any_of(
    "results?", "outputs?", "answers?", "work\\b", "what (?:you|it) (?:\\w+ )?(?:made|wrote|produced|did)",
    "files? (?:you|it) (?:\\w+ )?(?:made|wrote|written|produced)", "solution", "files? it has produced",
    "(?:files?|what|that) you (?:\\w+ )?wrote", "submitting it", "it is (?:right|correct)", "your figures?",
)  # fmt: skip
END = any_of(
    "finish", "end(?:s|ing)?\\b", "submi", "stop(?:s|ping)?\\b", "done\\b", "wrap", "conclud", "return(?:ing)? it",
    "hand(?:ed|ing)? in", "last step", "complet(?:e|ing) the task", "clos(?:e|ing)\\b", "declare", "final step", "deliver",
)  # fmt: skip

NUMBER = any_of(
    "numbers?", "figures?", "values?", "amounts?", "quantit", "numeric", "decimals?", "digits?",
    "totals?", "sums?", r"\d+\.\d+", "prices?",
)  # fmt: skip
NOT_A_VALUE = any_of(
    "number of",
    "amount of (?!money)",
    "phone",
    "page numbers?",
    "serial",
    "the time",
    "corners?",
    "team\\b",
)
ROUND = any_of(
    r"round(?:ed|ing|s)?\b(?! of|\()",
    "truncat",
    "approximat",
    "shorten",
    "drop(?:ping)? (?:the )?decimals",
)
EXACT = any_of(
    "exact(?!ing)", "precise", "verbatim", "full (?:precision|accuracy)", "unrounded", "as they are",
    r"(?:all|every|each) (?:\w+ ){0,2}(?:digits?|decimals?)", "digit for digit", "to the (?:cent|last digit)", "unchanged",
)  # fmt: skip
WHOLE = any_of(
    "whole (?:number|unit|value|amount|figure)", "(?:nearest|closest|next) (?:integer|whole|unit)", "integers?",
    "full units?", "no decimals?", "zero decimal", "without decimals?",
)  # fmt: skip
ROUND_TO = any_of(
    r"round(?:ed|ing)?\b(?! of|\()", "(?:use|give|as) (?:\\w+ )?(?:a )?(?:whole numbers?|integers?)"
)
AS_WHOLE = re.compile(r"\b\d+\.\d+ (?:as|becomes|to) \d+\b(?!\.\d)")

READ_AGAIN = any_of(
    "re-?read", "re-?visit", "re-?check", "go(?:ing)? back", "return to",
    r"(?:read|look|review|check|work|walk|go|going)\w*\b.* (?:again|once more|a second time|another time)",
    "(?:another|a second|a last) look", "once more",
)  # fmt: skip
INSTRUCTION = any_of(
    "instructions?\\b", "task description", "request", "assignment", "prompt\\b", "what you were told",
    "the task\\b(?! ends)", "brief\\b", "task(?:'s)? text", "what (?:was|is) asked", "requirements?",
)  # fmt: skip
FULFIL = any_of(
    "do (?:everything|any|the ones|what)",
    "complet",
    "carr(?:y|ied|ying)",
    "fulfil",
    "met\\b",
    "missing",
    "skipped",
)

RUN = any_of(
    r"(?:re-?)?run(?:ning)?\b",
    "execut(?!able)",
    "launch",
    "start(?!ing from)",
    "invo[kc]",
    "repeat",
    "call",
)
AGAIN = any_of(
    "twice",
    "(?:two|2) times",
    "(?:a )?second",
    "again\\b",
    "once more",
    "re-?run",
    "two runs",
    "repeat",
)
PROGRAM = any_of("programs?\\b", "scripts?\\b", "command", "executables?")

EXPLAIN = any_of(
    "expla(?:in(?!s)|nation)", "reasoning", "rationale", "thinking", "justif", "why\\b", "how you (?:arrived|got|came)",
)  # fmt: skip
INTO = any_of(
    "in\\b", "into\\b", "includ", "contain", "add\\b", "append", "hold\\b", "along with", "without"
)
EVERY_FILE = any_of(
    "(?:every|each|any|all|no) (?:\\w+ ){0,2}?files?\\b", "files? you (?:write|create|produce|save)",
    "(?:write|save|create|writing|saving) (?:a |any )?(?:files?|something)", "files are", "each one you write",
)  # fmt: skip
ELSEWHERE = any_of(
    "to the user",
    "in your (?:reply|answer|last)",
    "last message",
    "nothing but",
    "explain to",
    "silently",
    "could not",
)
