"""Rules in prompts: reading which are there, adding and replacing them."""

import re
from collections.abc import Iterator

from saddle_benchmarks.bundled.simulated.optimizer.harness import Harness, Source
from saddle_engine.types.patch import ReplaceText
from saddle_engine.types.taxonomy import Layer

BULLET = re.compile(r"^(?P<mark>\s*(?:[-*+]|\d+[.)])\s+)\S", re.MULTILINE)
NEGATED = re.compile(
    r"\b(need not|do not have to|don't have to|no need|not necessary|not required|optional|"
    r"earlier version|no longer|the customer|\"|do not (spend|go|verify|check))",
    re.IGNORECASE,
)
CHECKS = r"\b(verif\w+|check\w*|double-check\w*|validat\w+|confirm\w*|inspect\w*|sanity\S*|test\w*|look\w* over)\b"
ENDS = r"\b(finish\w*|done|end\w*|submit\w*|conclud\w+|stop|wrap\w* up|return\w*|hand\w* in|last step|clos\w+)\b"
EXACT = r"\b(exact\w*|precis\w+|verbatim|unrounded|full precision|all (its|their|the|of its)? ?(decimal\w*|digits)|(not|never|no) round\w*)\b"
WHOLE = r"(whole|integer\w*|full unit|zero decimal)"
ROUND = (
    rf"(?<!not )(?<!never )\bround(ed|ing)?\b.*\b{WHOLE}|\b{WHOLE}\b.*(?<!not )\bround(ed|ing)?\b"
)


def sentences(text: str) -> Iterator[str]:
    """The sentences of a prompt, bullets apart from each other."""
    for line in text.split("\n"):
        for part in re.split(r"(?<=[.!?;])\s+", line):
            if part.strip():
                yield part.strip()


def states(text: str, *patterns: str) -> str | None:
    """The first sentence that says, without taking it back, all that the patterns look for."""
    for sentence in sentences(text):
        found = all(re.search(pattern, sentence, re.IGNORECASE) for pattern in patterns)
        if found and not NEGATED.search(sentence):
            return sentence
    return None


def prompts(harness: Harness) -> list[Source]:
    """The prompt files, the one with the most rules first."""
    found = harness.of(Layer.PROMPT)
    return sorted(found, key=lambda source: -len(BULLET.findall(source.text)))


def add_rule(source: Source, rule: str) -> ReplaceText:
    """A rule of its own line before the last one, which is mostly about ending."""
    bullets = list(BULLET.finditer(source.text))
    if bullets:
        last = bullets[-1]
        line = source.text[last.start() : _line_end(source.text, last.start())]
        return source.swap(line, f"{last['mark']}{rule}\n{line}")
    line = source.text.rstrip().rpartition("\n")[2]
    return source.swap(line, f"{line}\n\n{rule}")


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end
