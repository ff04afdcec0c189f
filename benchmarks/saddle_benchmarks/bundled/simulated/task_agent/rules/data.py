"""The rules: which act must be asked for (or ruled out), and what else must be named."""

import re
from dataclasses import dataclass

from saddle_benchmarks.bundled.simulated.task_agent.rules.concepts import (
    AGAIN,
    AS_WHOLE,
    CHECK,
    ELSEWHERE,
    END,
    EVERY_FILE,
    EXACT,
    EXPLAIN,
    FULFIL,
    INSTRUCTION,
    INTO,
    NOT_A_VALUE,
    NUMBER,
    PROGRAM,
    READ_AGAIN,
    RESULT,
    ROUND,
    ROUND_TO,
    RUN,
    WHOLE,
    any_of,
)


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


def _unit(word: str) -> tuple[Wording, ...]:
    """Ways to say that a size comes in a unit."""
    size = any_of("sizes?", "large", "length", "big\\b")
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
            beside=(any_of("sizes?", "large", "length", "files?", "unit"),),
            bars=other,
            describes=True,
        ),
    )


RULES: dict[str, tuple[Wording, ...]] = {
    "verify_result_before_finishing": (
        Wording(
            CHECK,
            within=(END,),
            beside=(RESULT,),
            bars=any_of("after (?:you )?finish", "checks it"),
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
            bars=any_of("after finishing", "leaflet", "lesson", "by the"),
        ),
    ),
    "run_every_program_twice": (
        Wording(
            RUN,
            within=(AGAIN,),
            beside=(PROGRAM,),
            bars=any_of(
                "twice a", "fails? twice", "only (?:if|when)", "if it fail", "programs? runs"
            ),
        ),
    ),
    "explain_in_every_file": (
        Wording(EXPLAIN, within=(INTO,), beside=(EVERY_FILE,), bars=ELSEWHERE),
    ),
}
